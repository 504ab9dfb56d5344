import { toolCallsOf, toolResultsOf, type Message, type Part, type Role } from './message';

/**
 * Checks the pairing invariant (C2) of messages that are about to be sent; one sentence for each violation.
 *
 * Each tool call stands in an assistant message and has exactly one result, in the tool messages directly behind it;
 * these hold nothing else. Results of parallel calls may share one tool message or have one each, in any order. No call
 * id is empty or used twice. No message is empty.
 */
export function pairingViolations(messages: readonly Message[]): string[] {
  const violations: string[] = [];
  const used = new Set<string>();
  let open = new Map<string, number>();
  const close = () => {
    for (const [callId, at] of open) violations.push(`Message ${at}: the call "${callId}" has no result behind it.`);
    open = new Map();
  };

  messages.forEach((message, at) => {
    const report = (fault: string) => violations.push(`Message ${at} (${message.role}): ${fault}`);
    if (message.role !== 'tool') close();
    if (isEmpty(message)) report('it is empty.');
    for (const { kind } of message.parts) if (!mayHold(message.role, kind)) report(`it may not hold a ${kind} part.`);
    for (const { callId } of toolCallsOf(message)) {
      if (callId === '') report('a call has no id.');
      if (used.has(callId)) report(`the call id "${callId}" was used before.`);
      used.add(callId);
      open.set(callId, at);
    }
    for (const { callId } of toolResultsOf(message)) {
      if (!open.delete(callId)) report(`the result "${callId}" answers no open call of the message before it.`);
    }
  });
  close();
  return violations;
}

/** Tool messages hold results and nothing else; calls and thinking are the assistant's. */
export function mayHold(role: Role, kind: Part['kind']): boolean {
  if (role === 'tool' || kind === 'toolResult') return role === 'tool' && kind === 'toolResult';
  return role === 'assistant' || (kind !== 'toolCall' && kind !== 'thinking');
}

/** True where an endpoint finds nothing to read: no parts, white space, or thinking that led to nothing. */
export function isEmpty(message: Pick<Message, 'parts'>): boolean {
  return message.parts.every((part) => part.kind === 'thinking' || (part.kind === 'text' && part.text.trim() === ''));
}
