import { buildCheckpoint } from '../../src/core/compaction/checkpoint/buildCheckpoint';
import type { CheckpointDraft, CheckpointInput } from '../../src/core/compaction/checkpoint/buildCheckpoint';
import { identify } from '../../src/core/conversation/identity';
import { assistantMessage, text, userMessage } from '../../src/core/conversation/message';
import type { Message } from '../../src/core/conversation/message';
import { stubCounter } from './stubCounter';

/** A call and its result, as two messages. */
export function toolRound(
  name: string,
  args: unknown,
  result: string,
  options: { isError?: boolean; callId?: string; says?: string } = {},
): Message[] {
  const callId = options.callId ?? `${name}-${JSON.stringify(args).length}`;
  return [
    {
      role: 'assistant',
      parts: [
        ...(options.says === undefined ? [] : [text(options.says)]),
        { kind: 'toolCall', callId, name, argumentsJson: typeof args === 'string' ? args : JSON.stringify(args) },
      ],
    },
    {
      role: 'tool',
      parts: [
        {
          kind: 'toolResult',
          callId,
          content: [text(result)],
          ...(options.isError !== undefined && { isError: options.isError }),
        },
      ],
    },
  ];
}

/** Turns of one user message and one short answer each. */
export function talk(...requests: string[]): Message[] {
  return requests.flatMap((request) => [userMessage(request), assistantMessage('Noted.')]);
}

/** A checkpoint of all messages but a last user message, with room enough unless told otherwise. */
export function checkpointOf(messages: readonly Message[], options: Partial<CheckpointInput> = {}): CheckpointDraft {
  const draft = maybeCheckpointOf(messages, options);
  if (!draft) throw new Error('No checkpoint fits.');
  return draft;
}

export function maybeCheckpointOf(
  messages: readonly Message[],
  options: Partial<CheckpointInput> = {},
): CheckpointDraft | undefined {
  const branch = identify(messages);
  const last = branch.at(-1);
  const endsWithUser = last?.role === 'user';
  return buildCheckpoint({
    covered: endsWithUser ? branch.slice(0, -1) : branch,
    ...(endsWithUser && { current: last }),
    keptIds: new Set(),
    budgetTokens: 4_000,
    targetTokens: 12_000,
    countText: (value) => stubCounter.countText(value),
    ...options,
  });
}

/** The lines under one heading of a checkpoint. */
export function section(draft: CheckpointDraft, heading: string): string[] {
  const [, body = ''] = draft.text.split(`## ${heading}\n`);
  return (
    body
      .split(/\n(?:## |End of the record)/)[0]
      ?.split('\n')
      .filter((line) => line !== '') ?? []
  );
}
