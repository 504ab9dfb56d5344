import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import { commandIds, type CommandId } from '../ids';
import { compactionNotice, type NoticeFigures } from './notice';

/*
 * Notices are command buttons: they stay with their turn, over a reload too, and are no Markdown, so they are not
 * copied, edited or sent again as text of the conversation (R7). In a chat that was restored the editor still shows
 * them but takes no click; the palette and the Context view do the same things then.
 */

/** The notice of one compaction, into the turn it happened on. */
export function showCompactionNotice(
  stream: vscode.ChatResponseStream,
  conversation: ConversationId,
  figures: NoticeFigures,
): void {
  stream.button({ command: commandIds.openContextView, title: compactionNotice(figures) });
  if (!figures.boundary) return;
  const about = [conversation, figures.boundary.id];
  stream.button({ command: commandIds.showCompaction, title: vscode.l10n.t('Show'), arguments: about });
  stream.button({ command: commandIds.searchConversation, title: vscode.l10n.t('Search'), arguments: [conversation] });
  stream.button({ command: commandIds.undoCompaction, title: vscode.l10n.t('Undo'), arguments: about });
}

/** A sentence that is not part of the conversation; pressing it runs the command. */
export function showSentence(stream: vscode.ChatResponseStream, sentence: string, command: CommandId): void {
  stream.button({ command, title: sentence });
}

/** Below the threshold nothing is compacted unless the user asks again; the words typed after `/compact` ride along. */
export function offerCompactAnyway(stream: vscode.ChatResponseStream, focus: string): void {
  stream.button({ command: commandIds.compactAnyway, title: vscode.l10n.t('Compact anyway'), arguments: [focus] });
}
