import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Boundary } from '../../core/compaction/boundary';
import type { Engine } from '../../engine/api';
import { archiveRow, hitRow, statesBy } from '../../shared/archiveRow';
import { formatCount } from '../../shared/figures';
import type { CompactionRow, Fault, RequestView, ToHost, ToView } from '../../shared/protocol';
import { contextViewId } from '../ids';
import { openArchivedMessage, registerArchivedDocuments } from './archivedDocument';
import { sentenceOf } from '../sentenceOf';
import type { LastRequest, LastRequestSource } from './lastRequest';
import { viewHtml } from './viewHtml';

/** Passages shown for one search: what a person looks through, not what a model is given. */
const searchLimit = 50;

/** What the view needs of the rest of the host. */
export interface ContextViewOptions {
  /** Root of the extension, with `dist/` and `media/`. */
  readonly extensionUri: vscode.Uri;
  readonly engine: Engine;
  readonly lastRequest: LastRequestSource;
  /** Takes the newest compaction of a conversation back and says what it did; fires `lastRequest.onDidChange`. */
  undo(conversation: ConversationId): Promise<void>;
  /** The view deleted a conversation's archive: has `lastRequest.onDidChange` fire for all who show it. */
  archiveChanged(): void;
  /** Loads the guided sample, as the command of that name does. */
  loadSample(): Thenable<unknown>;
}

/** The Context view: budget, archive, compactions and conversations, with the documents it opens. */
export function registerContextView(options: ContextViewOptions): vscode.Disposable {
  const provider = new ContextViewProvider(options);
  return vscode.Disposable.from(
    provider,
    registerArchivedDocuments(options.engine),
    vscode.window.registerWebviewViewProvider(contextViewId, provider),
  );
}

/**
 * Translates between the page and the engine. It holds no state of the page: the editor throws a hidden page away, and
 * the new one asks for everything it shows.
 */
class ContextViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly subscription: vscode.Disposable;
  private isStale = false;
  private isRefreshing = false;

  constructor(private readonly options: ContextViewOptions) {
    this.subscription = options.lastRequest.onDidChange(() => {
      if (this.view?.visible === true) void this.refresh();
    });
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri } = this.options;
    const media = vscode.Uri.joinPath(extensionUri, 'media');
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    this.view = view;
    view.onDidDispose(() => {
      if (this.view === view) this.view = undefined;
    });
    view.webview.options = { enableScripts: true, localResourceRoots: [media, dist] };
    view.webview.onDidReceiveMessage((message: ToHost) => this.receive(message));
    view.webview.html = viewHtml({
      scriptUri: view.webview.asWebviewUri(vscode.Uri.joinPath(dist, 'view.js')).toString(),
      styleUri: view.webview.asWebviewUri(vscode.Uri.joinPath(media, 'view.css')).toString(),
      cspSource: view.webview.cspSource,
      nonce: crypto.randomUUID(),
      language: vscode.env.language,
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async receive(message: ToHost): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.refresh();
      case 'page':
        return this.orFault('archive', () => this.sendPage(message));
      case 'search':
        return this.orFault('search', () => this.sendHits(message));
      case 'open':
        return this.orFault('open', () => openArchivedMessage(message.conversation, message.message));
      case 'undo':
        return this.orFault('undo', () => this.options.undo(message.conversation));
      case 'delete':
        return this.orFault('delete', () => this.askAndDelete(message.conversation));
      case 'openChat':
        await vscode.commands.executeCommand('workbench.action.chat.open', {
          query: '@throughline ',
          isPartialQuery: true,
        });
        return;
      case 'loadSample':
        await this.options.loadSample();
        return;
    }
  }

  /** Sends what is known now, and has the page ask again for the rest. Changes that come meanwhile are one more round. */
  private async refresh(): Promise<void> {
    this.isStale = true;
    if (this.isRefreshing) return;
    this.isRefreshing = true;
    while (this.isStale) {
      this.isStale = false;
      this.send({ kind: 'changed' });
      this.send({ kind: 'request', request: requestView(this.options.lastRequest.current) });
      await this.orFault('conversations', async () => {
        this.send({ kind: 'conversations', conversations: await this.options.engine.conversations() });
      });
    }
    this.isRefreshing = false;
  }

  private async sendPage({ conversation, offset, limit }: Extract<ToHost, { kind: 'page' }>): Promise<void> {
    const { messages, total, boundaries } = await this.options.engine.overview(conversation, { offset, limit });
    const stateOf = this.statesOf(conversation);
    const rows = messages.map((message) => archiveRow(message, stateOf));
    this.send({ kind: 'page', conversation, offset, rows, total, compactions: boundaries.map(compactionRow) });
  }

  private async sendHits({ conversation, query }: Extract<ToHost, { kind: 'search' }>): Promise<void> {
    const { hits } = await this.options.engine.search({ conversation, query, limit: searchLimit });
    const stateOf = this.statesOf(conversation);
    this.send({ kind: 'hits', conversation, query, hits: hits.map((hit) => hitRow(hit, stateOf)) });
  }

  private async askAndDelete(conversation: ConversationId): Promise<void> {
    const { engine } = this.options;
    const found = (await engine.conversations()).find(({ id }) => id === conversation);
    if (found === undefined) return this.refresh();
    const yes = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the archive of “{0}”?', found.title),
      {
        modal: true,
        detail: vscode.l10n.t(
          '{0}, its index and its compactions are removed from this computer. This cannot be undone. The chat itself stays.',
          formatCount(found.messages, 'message'),
        ),
      },
      yes,
    );
    if (answer !== yes) return;
    await engine.delete(conversation);
    void vscode.window.showInformationMessage(vscode.l10n.t('Deleted the archive of “{0}”.', found.title));
    this.options.archiveChanged();
  }

  private statesOf(conversation: ConversationId) {
    const current = this.options.lastRequest.current;
    return statesBy(current?.conversation === conversation ? current.scope : undefined);
  }

  /** Runs one of the page's wishes; a fault is told where the user looks. */
  private async orFault(about: Fault['about'], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.send({ kind: 'fault', about, sentence: sentenceOf(error) });
    }
  }

  private send(message: ToView): void {
    void this.view?.webview.postMessage(message);
  }
}

function requestView(current: LastRequest | undefined): RequestView | undefined {
  if (current === undefined) return undefined;
  const { conversation, modelLabel, ledger, budget, lastCompaction } = current;
  return { conversation, modelLabel, ledger, budget, lastCompaction };
}

function compactionRow({ id, policy, origin, before, after, turnsMoved, createdAt }: Boundary): CompactionRow {
  return { id, policy, origin, before, after, turnsMoved, createdAt };
}
