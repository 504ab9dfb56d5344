import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Compacted } from '../../core/compaction/outcome';
import { commandIds } from '../ids';
import { compactionNotice } from './notice';

/** What the buttons of a compaction's notice do. */
export interface NoticeActions {
  show(conversation: ConversationId, boundaryId: string): unknown;
  search(conversation: ConversationId): unknown;
  undo(conversation: ConversationId, boundaryId: string): unknown;
}

interface NoticedCompaction {
  readonly conversation: ConversationId;
  readonly boundary: string;
}

const stateKey = 'throughline.notices';
const anywayFocusKey = 'throughline.compactAnywayFocus';

/** Older notices than this keep their text and lose their buttons' effect. */
const mostNotices = 100;

const verbs = ['show', 'search', 'undo'] as const;

/**
 * Notices as command buttons: part of the session, kept over a reload, but no Markdown and so no text of the
 * conversation (R7). The editor forgets a button's arguments on reload, so what it is about stands in the command's id,
 * and the commands of known notices are registered again at start.
 */
export class Notices implements vscode.Disposable {
  private readonly commands = new Map<string, vscode.Disposable>();
  private known: readonly NoticedCompaction[];

  constructor(
    private readonly state: vscode.Memento,
    private readonly actions: NoticeActions,
  ) {
    const stored = state.get<unknown>(stateKey);
    this.known = Array.isArray(stored) ? stored.filter(isNoticed) : [];
    for (const noticed of this.known) this.register(noticed);
  }

  /** The notice of one compaction, into the turn it happened on. */
  compacted(stream: vscode.ChatResponseStream, conversation: ConversationId, outcome: Compacted): void {
    stream.button({ command: commandIds.openContextView, title: compactionNotice(outcome) });
    if (!outcome.boundary) return;
    const noticed = { conversation, boundary: outcome.boundary.id };
    this.remember(noticed);
    stream.button({ command: commandId('show', noticed), title: vscode.l10n.t('Show') });
    stream.button({ command: commandId('search', noticed), title: vscode.l10n.t('Search') });
    stream.button({ command: commandId('undo', noticed), title: vscode.l10n.t('Undo') });
  }

  /** A sentence that is not part of the conversation; pressing it opens what `command` names. */
  sentence(stream: vscode.ChatResponseStream, sentence: string, command: string): void {
    stream.button({ command, title: sentence });
  }

  /** Below the threshold nothing is compacted unless the user asks again; the words typed after `/compact` ride along. */
  offerCompactAnyway(stream: vscode.ChatResponseStream, focus: string): void {
    void this.state.update(anywayFocusKey, focus);
    stream.button({ command: commandIds.compactAnyway, title: vscode.l10n.t('Compact anyway') });
  }

  /** What was typed after the `/compact` that offered it last. */
  get anywayFocus(): string {
    return this.state.get<string>(anywayFocusKey) ?? '';
  }

  dispose(): void {
    for (const command of this.commands.values()) command.dispose();
    this.commands.clear();
  }

  private remember(noticed: NoticedCompaction): void {
    if (this.known.some(({ boundary }) => boundary === noticed.boundary)) return;
    this.register(noticed);
    const kept = [...this.known, noticed].slice(-mostNotices);
    for (const gone of this.known.filter((one) => !kept.includes(one))) this.unregister(gone);
    this.known = kept;
    void this.state.update(stateKey, kept);
  }

  private register(noticed: NoticedCompaction): void {
    const { conversation, boundary } = noticed;
    const handlers = {
      show: () => this.actions.show(conversation, boundary),
      search: () => this.actions.search(conversation),
      undo: () => this.actions.undo(conversation, boundary),
    };
    for (const verb of verbs) {
      const id = commandId(verb, noticed);
      this.commands.set(id, vscode.commands.registerCommand(id, handlers[verb]));
    }
  }

  private unregister(noticed: NoticedCompaction): void {
    for (const verb of verbs) {
      const id = commandId(verb, noticed);
      this.commands.get(id)?.dispose();
      this.commands.delete(id);
    }
  }
}

function commandId(verb: (typeof verbs)[number], { conversation, boundary }: NoticedCompaction): string {
  return `throughline.notice.${verb}.${conversation}.${boundary}`;
}

function isNoticed(value: unknown): value is NoticedCompaction {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'conversation' in value &&
    typeof value.conversation === 'string' &&
    'boundary' in value &&
    typeof value.boundary === 'string'
  );
}
