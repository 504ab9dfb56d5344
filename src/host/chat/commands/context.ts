import type * as vscode from 'vscode';
import { sentenceOf } from '../../sentenceOf';
import type { ChatServices } from '../chatServices';
import { contextReport } from '../contextReport';
import { fitRequestFor, type Conversation } from '../conversation';
import { fitOrPass } from '../fitting';
import { instructions } from '../instructions';
import { sentRequest } from '../sentRequest';
import { commandResult } from './commandResult';

/** `/context`: the ledger of the request this chat sent last; measured now where it sent none yet. */
export async function answerContext(
  services: ChatServices,
  conversation: Conversation,
  { model }: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  if (conversation.sent) {
    stream.markdown(contextReport(conversation.sent, 'sent'));
    return commandResult(conversation);
  }
  const request = fitRequestFor(model, conversation.conversation, [instructions, ...conversation.messages], 'measure');
  const outcome = await fitOrPass(services.engine, request, signal, (fault) => {
    services.log.error(`Measure: ${sentenceOf(fault)}`);
  });
  signal.throwIfAborted();
  const sent = sentRequest(outcome, model.name, undefined, Date.now());
  services.lastRequests.set(conversation.conversation, sent, outcome);
  stream.markdown(contextReport(sent, 'measured'));
  return commandResult(conversation, sent);
}
