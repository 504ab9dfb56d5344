import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Engine } from '../../engine/api';
import { formatCount, formatTokens } from '../../shared/figures';
import type { LastRequests } from '../chat/lastRequests';
import { sentenceOf } from '../sentenceOf';
import { compactionDocumentUri } from './compactionDocument';
import { pickPassage } from './pickPassage';

/** Commands on the archive of one conversation: that of a notice, else the one last active in this window. */
export class ArchiveCommands {
  constructor(
    private readonly engine: Engine,
    private readonly lastRequests: LastRequests,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Finds passages while the user types; a chosen one opens at its source. */
  async search(conversation = this.lastRequests.current?.conversation): Promise<void> {
    if (conversation === undefined) return this.nothingYet();
    const { current } = this.lastRequests;
    const scope = current?.conversation === conversation ? current.scope : undefined;
    await pickPassage(this.engine, conversation, scope && { branch: scope.branch, live: [] });
  }

  /** What a compaction kept and dropped, as a read-only document; the newest one where none is named. */
  async show(conversation = this.lastRequests.current?.conversation, boundaryId?: string): Promise<void> {
    if (conversation === undefined) return this.nothingYet();
    const id = boundaryId ?? (await this.engine.overview(conversation, { offset: 0, limit: 1 })).boundaries[0]?.id;
    if (id === undefined) return this.say(vscode.l10n.t('This conversation was not compacted yet.'));
    await vscode.window.showTextDocument(compactionDocumentUri(conversation, id), { preview: true });
  }

  /** Takes back the newest compaction; with `boundaryId` only if that is the newest. Says what it did. */
  async undo(conversation = this.lastRequests.current?.conversation, boundaryId?: string): Promise<void> {
    if (conversation === undefined) return this.nothingYet();
    try {
      if (boundaryId !== undefined && !(await this.isNewest(conversation, boundaryId))) return;
      const undone = await this.engine.undo(conversation);
      this.lastRequests.archiveChanged();
      if (!undone) return this.say(vscode.l10n.t('There is no compaction to undo in this conversation.'));
      this.say(
        vscode.l10n.t(
          'Undone: the compaction {0} → {1} tokens. The next request carries its {2} again, as far as the window allows.',
          formatTokens(undone.before),
          formatTokens(undone.after),
          formatCount(undone.turnsMoved, 'turn'),
        ),
      );
    } catch (fault) {
      this.log.error(fault instanceof Error ? fault : String(fault));
      void vscode.window.showErrorMessage(vscode.l10n.t('The compaction was not undone: {0}', sentenceOf(fault)));
    }
  }

  private async isNewest(conversation: ConversationId, boundaryId: string): Promise<boolean> {
    const { boundaries } = await this.engine.overview(conversation, { offset: 0, limit: 1 });
    if (boundaries[0]?.id === boundaryId) return true;
    const isStored = boundaries.some(({ id }) => id === boundaryId);
    this.say(
      isStored
        ? vscode.l10n.t('A later compaction stands on top of this one: undo that one first.')
        : vscode.l10n.t('This compaction was undone already, or its archive was deleted.'),
    );
    return false;
  }

  private nothingYet(): void {
    this.say(
      vscode.l10n.t('Nothing was sent to @throughline in this window yet. Open the chat and ask it something first.'),
    );
  }

  private say(sentence: string): void {
    void vscode.window.showInformationMessage(sentence);
  }
}
