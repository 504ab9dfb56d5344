import type * as vscode from 'vscode';
import type { FitOutcome } from '../../../core/compaction/outcome';
import type { Message } from '../../../core/conversation/message';
import { textOf } from '../../../core/conversation/message';
import { keepStart } from '../../../core/conversation/unicode';
import { formatCount } from '../../../shared/figures';
import { meterOf } from '../../../shared/meter';
import { sentenceOf } from '../../sentenceOf';
import type { ChatServices } from '../chatServices';
import type { Conversation } from '../conversation';
import { measure } from '../measure';
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
  if (conversation.hasSample) {
    stream.markdown(
      'The sample conversation is already part of this chat. Ask about something from its beginning, or open a new chat to start over.',
    );
    return commandResult(conversation);
  }
  let sample: readonly Message[];
  try {
    sample = await services.sample();
  } catch (fault) {
    stream.markdown(
      `The sample conversation could not be loaded: ${sentenceOf(fault)} Reinstall the extension to get it back.`,
    );
    return commandResult(conversation);
  }
  const messages = [...conversation.messages, ...sample];
  const { outcome, sent } = await measure(services, conversation, messages, model, signal);
  stream.markdown(introduction(sample, outcome, model.name));
  return { metadata: asResultMetadata({ version: 1, kind: 'sample', conversation: conversation.conversation, sent }) };
}

/** Characters of the first message that are shown. */
const shownUnits = 160;

function introduction(sample: readonly Message[], outcome: FitOutcome, modelLabel: string): string {
  const first = sample.find(({ role }) => role === 'user');
  const opening = first ? keepStart(textOf(first), shownUnits).replace(/\s+/g, ' ') : '';
  const { ledger, budget } = outcome;
  const size = budget.kind === 'known' ? ` For ${modelLabel} it means: ${meterOf(ledger, budget).sentence}` : '';
  return [
    `**A sample conversation of ${formatCount(sample.length, 'message')} is now part of this chat**, as if you had had it here.${size}`,
    ...(opening === '' ? [] : [`It begins with: “${opening} …”`]),
    `Ask about something from its beginning. ${whatFollows(outcome)}`,
  ].join('\n\n');
}

function whatFollows(outcome: FitOutcome): string {
  if (outcome.kind === 'disabled' || outcome.kind === 'failed') return outcome.reason;
  return outcome.budget.kind === 'known' && outcome.ledger.total > outcome.budget.target
    ? 'The next message no longer fits, so Throughline compacts the conversation, and brings back the passages your question needs.'
    : 'As long as all of it fits, nothing is compacted; `/compact` does it on request.';
}
