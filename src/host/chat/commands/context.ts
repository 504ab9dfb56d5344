import type * as vscode from 'vscode';
import type { ChatServices } from '../chatServices';
import { contextReport } from '../contextReport';
import type { Conversation } from '../conversation';
import { measure } from '../measure';
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
  const { sent } = await measure(services, conversation, conversation.messages, model, signal);
  stream.markdown(contextReport(sent, 'measured'));
  return commandResult(conversation, sent);
}
