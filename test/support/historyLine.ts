import { identify } from '../../src/core/conversation/identity';
import type { Branch, Message, ToolCallPart, ToolResultPart } from '../../src/core/conversation/message';

/** `u`: a user message, `a`: an answer, `s`: instructions; the text is the rest of the word. */
const roles = { u: 'user', a: 'assistant', s: 'system' } as const;

/**
 * A history in a line: `u:hi c:x,y r:x r:y a:done` is a user message, an assistant message that calls x and y, a result
 * of each, and an answer. `c:x+t` calls with thinking in front.
 */
export function historyOf(line: string): Branch {
  return identify(line.split(' ').map(messageOf));
}

/** The same line for a history; results that were made up show as `r:x!`, call ids that were made up as `*`. */
export function lineOf(messages: readonly Message[]): string {
  return messages.map(wordOf).join(' ');
}

function messageOf(word: string): Message {
  const [kind = '', rest = ''] = word.split(':');
  const ids = rest.replace('+t', '').split(',');
  if (kind === 'c') {
    const calls = ids.map((callId): ToolCallPart => ({
      kind: 'toolCall',
      callId,
      name: 'read_file',
      argumentsJson: '{}',
    }));
    return { role: 'assistant', parts: rest.endsWith('+t') ? [{ kind: 'thinking', text: 'hm' }, ...calls] : calls };
  }
  if (kind === 'r') return { role: 'tool', parts: ids.map((callId) => resultOf(callId)) };
  if (kind !== 'u' && kind !== 'a' && kind !== 's') throw new Error(`No such message: ${word}`);
  return { role: roles[kind], parts: [{ kind: 'text', text: rest }] };
}

function resultOf(callId: string): ToolResultPart {
  return { kind: 'toolResult', callId, content: [{ kind: 'text', text: `body of ${callId}` }] };
}

function wordOf(message: Message): string {
  const words = message.parts.map((part) => {
    switch (part.kind) {
      case 'toolCall':
      case 'toolResult':
        return /^call_[0-9a-f]{24}$/.test(part.callId) ? '*' : part.callId;
      case 'thinking':
        return 't';
      case 'text':
        return part.text;
      default:
        return part.kind;
    }
  });
  if (message.role === 'tool') return `r:${words.join(',')}${message.synthetic ? '!' : ''}`;
  const calls = message.parts.some(({ kind }) => kind === 'toolCall');
  if (calls) return `c:${words.filter((word) => word !== 't').join(',')}${words.includes('t') ? '+t' : ''}`;
  return `${message.role.charAt(0)}:${words.join(',')}`;
}
