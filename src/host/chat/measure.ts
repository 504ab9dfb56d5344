import type * as vscode from 'vscode';
import type { FitOutcome } from '../../core/compaction/outcome';
import type { Message } from '../../core/conversation/message';
import { sentenceOf } from '../sentenceOf';
import type { ChatServices } from './chatServices';
import { fitRequestFor, type Conversation } from './conversation';
import { fitOrPass } from './fitting';
import { instructions } from './instructions';
import { sentRequest, type SentRequest } from './sentRequest';

/** What a request with these messages would hold. Moves nothing, and stands for the last request until one is sent. */
export async function measure(
  services: ChatServices,
  { conversation, sent: before }: Conversation,
  messages: readonly Message[],
  model: vscode.LanguageModelChat,
  signal: AbortSignal,
): Promise<{ readonly outcome: FitOutcome; readonly sent: SentRequest }> {
  const request = fitRequestFor(model, conversation, [instructions, ...messages], 'measure');
  const outcome = await fitOrPass(services.engine, request, signal, (fault) => {
    services.log.error(`Measure: ${sentenceOf(fault)}`);
  });
  signal.throwIfAborted();
  const sent = sentRequest(outcome, model.name, before?.lastCompaction, Date.now());
  services.lastRequests.set(conversation, sent, outcome);
  return { outcome, sent };
}
