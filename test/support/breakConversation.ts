import fc from 'fast-check';
import type { Message, Part } from '../../src/core/conversation/message';
import { conversations } from './generateConversation';

/** One fault; `at` and `other` are taken modulo the number of messages. */
interface Fault {
  readonly kind:
    | 'drop'
    | 'swap'
    | 'repeat'
    | 'sameCallId'
    | 'noCallId'
    | 'dropPart'
    | 'mergeNext'
    | 'otherRole'
    | 'blank'
    | 'thinkOnly';
  readonly at: number;
  readonly other: number;
}

/** Histories as crashes, bad cuts, other tools and reused call ids leave them behind. */
export function brokenConversations(): fc.Arbitrary<Message[]> {
  const fault: fc.Arbitrary<Fault> = fc.record({
    kind: fc.constantFrom(
      'drop',
      'swap',
      'repeat',
      'sameCallId',
      'noCallId',
      'dropPart',
      'mergeNext',
      'otherRole',
      'blank',
      'thinkOnly',
    ),
    at: fc.nat(200),
    other: fc.nat(200),
  });
  return fc
    .tuple(conversations({ maxTurns: 6, maxWords: 4, unicode: 'broken' }), fc.array(fault, { maxLength: 8 }))
    .map(([messages, faults]) => faults.reduce(broken, messages));
}

function broken(messages: Message[], { kind, at, other }: Fault): Message[] {
  const index = at % Math.max(1, messages.length);
  const message = messages[index];
  const partner = messages[other % Math.max(1, messages.length)];
  if (!message || !partner) return messages;
  const put = (...replacement: Message[]) => messages.toSpliced(index, 1, ...replacement);
  switch (kind) {
    case 'drop':
      return put();
    case 'swap':
      return put(partner).with(other % messages.length, message);
    case 'repeat':
      return put(message, partner);
    case 'sameCallId':
      return put({ ...message, parts: message.parts.map((part) => withCallId(part, 'call_1')) });
    case 'noCallId':
      return put({ ...message, parts: message.parts.map((part) => withCallId(part, '')) });
    case 'dropPart':
      return put({ ...message, parts: message.parts.toSpliced(other % Math.max(1, message.parts.length), 1) });
    case 'mergeNext':
      return messages.toSpliced(index, 2, {
        ...message,
        parts: [...message.parts, ...(messages[index + 1]?.parts ?? [])],
      });
    case 'otherRole':
      return put({ ...message, role: partner.role });
    case 'blank':
      return put({ ...message, parts: other % 2 === 0 ? [] : [{ kind: 'text', text: ' \n' }] });
    case 'thinkOnly':
      return put({ role: 'assistant', parts: [{ kind: 'thinking', text: 'hm' }] });
  }
}

function withCallId(part: Part, callId: string): Part {
  return part.kind === 'toolCall' || part.kind === 'toolResult' ? { ...part, callId } : part;
}
