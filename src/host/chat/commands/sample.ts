import type * as vscode from 'vscode';
import type { Message } from '../../../core/conversation/message';
import { textOf } from '../../../core/conversation/message';
import { formatCount } from '../../../shared/figures';
import { meterOf } from '../../../shared/meter';
import { sentenceOf } from '../../sentenceOf';
import type { ChatServices } from '../chatServices';
import { fitRequestFor, type Conversation } from '../conversation';
import { fitOrPass } from '../fitting';
import { instructions } from '../instructions';
import { sentRequest } from '../sentRequest';
import { asResultMetadata } from '../turnMetadata';
import { commandResult } from './commandResult';

/** `/sample`: its turn stands for the whole sample conversation from now on. */
export async function answerSample(
  services: ChatServices,
  conversation: Conversation,
  { model }: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  let sample: readonly Message[];
  try {
    sample = await services.sample();
  } catch (fault) {
    stream.markdown(
      `The sample conversation could not be loaded: ${sentenceOf(fault)} Reinstall the extension to get it back.`,
    );
    return commandResult(conversation);
  }
  const messages = [instructions, ...conversation.messages, ...sample];
  const outcome = await fitOrPass(
    services.engine,
    fitRequestFor(model, conversation.conversation, messages, 'measure'),
    signal,
    (fault) => {
      services.log.error(`Measure: ${sentenceOf(fault)}`);
    },
  );
  signal.throwIfAborted();
  const sent = sentRequest(outcome, model.name, conversation.sent?.lastCompaction, Date.now());
  services.lastRequests.set(conversation.conversation, sent, outcome);
  stream.markdown(introduction(sample, meterOf(sent.ledger, sent.budget).sentence, model.name));
  return { metadata: asResultMetadata({ version: 1, kind: 'sample', conversation: conversation.conversation, sent }) };
}

function introduction(sample: readonly Message[], size: string, modelName: string): string {
  const asked = sample.filter(({ role }) => role === 'user');
  const first = asked[0];
  return [
    `**A sample conversation of ${formatCount(sample.length, 'message')} is now part of this chat**, as if you had had it here. For ${modelName} it means: ${size}`,
    ...(first ? [`It begins with: “${textOf(first)}”`] : []),
    'Ask about something from its beginning. The next message no longer fits, so Throughline compacts the conversation, and brings back the passages your question needs.',
  ].join('\n\n');
}
