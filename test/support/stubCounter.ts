import type { Message, Part } from '../../src/core/conversation/message';
import type { TokenCounter } from '../../src/core/tokens/counter';

/** One token for four bytes and four for each message: figures a reader can check in the head. */
export const stubCounter: TokenCounter = {
  method: 'estimate',
  uncertainty: 0,
  countText: (text) => Math.ceil(Buffer.byteLength(text) / 4),
  countMessage: (message) => 4 + messageTokens(message),
  countPart: partTokens,
  countTool: (tool) => Math.ceil((tool.name.length + tool.description.length + tool.parametersJson.length) / 4),
};

function messageTokens(message: Message): number {
  return message.parts.reduce((sum, part) => sum + partTokens(part), 0);
}

function partTokens(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return stubCounter.countText(part.text);
    case 'toolCall':
      return stubCounter.countText(part.name + part.argumentsJson);
    case 'toolResult':
      return part.content.reduce((sum, piece) => sum + partTokens(piece), 0);
    case 'image':
      return 85;
    case 'attachment':
      return stubCounter.countText(part.reference + (part.text ?? ''));
  }
}
