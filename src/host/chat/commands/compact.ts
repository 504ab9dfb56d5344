import * as vscode from 'vscode';
import { commandIds } from '../../ids';
import { sentenceOf } from '../../sentenceOf';
import type { ChatServices } from '../chatServices';
import { compactReport } from '../compactReport';
import { fitRequestFor, type Conversation } from '../conversation';
import { fitOrPass } from '../fitting';
import { instructions } from '../instructions';
import { offerCompactAnyway, showCompactionNotice, showSentence } from '../notices';
import { sentRequest } from '../sentRequest';
import { commandResult } from './commandResult';

/** `/compact anyway …` compacts below the threshold too; what the button "Compact anyway" sends. */
const anyway = /^anyway\b[\s:,]*/i;

/** `/compact [instructions]`: compacts the finished turns now, and says which of its four outcomes it was. */
export async function answerCompact(
  services: ChatServices,
  conversation: Conversation,
  { prompt, model }: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  if (conversation.messages.length === 0) {
    stream.markdown('**Nothing to do.** This conversation has no turns yet.');
    return commandResult(conversation);
  }
  const isAnyway = anyway.test(prompt.trim());
  const focus = prompt.trim().replace(anyway, '');
  const base = fitRequestFor(
    model,
    conversation.conversation,
    [instructions, ...conversation.messages],
    isAnyway ? 'compactAnyway' : 'compact',
  );
  const request = focus === '' ? base : { ...base, compaction: { ...base.compaction, focus } };

  const outcome = await services.lastRequests.during(
    fitOrPass(services.engine, request, signal, (fault) => {
      services.log.error(`Compact: ${sentenceOf(fault)}`);
    }),
  );
  signal.throwIfAborted();
  const report = compactReport(outcome, isAnyway);
  stream.markdown(report.text);
  if (report.kind === 'nothingToDo' && !isAnyway) {
    offerCompactAnyway(stream, focus);
  }
  if (report.kind === 'failed') showSentence(stream, vscode.l10n.t('Show Log'), commandIds.openLog);
  if (report.kind === 'disabled') showSentence(stream, vscode.l10n.t('Open Settings'), commandIds.openSettings);
  if (outcome.kind !== 'compacted') return commandResult(conversation);

  showCompactionNotice(stream, conversation.conversation, outcome);
  const sent = sentRequest(outcome, model.name, conversation.sent?.lastCompaction, Date.now());
  services.lastRequests.set(conversation.conversation, sent, outcome);
  return commandResult(conversation, sent);
}
