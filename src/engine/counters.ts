import cl100kBase from 'js-tiktoken/ranks/cl100k_base';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import type { Message, Part } from '../core/conversation/message';
import type { TokenCounter } from '../core/tokens/counter';
import { createTextCounter } from '../core/tokens/textCounter';
import type { ModelIdentity } from './api';

// STOPGAP until core/tokens/messageCounter.ts is there.
export function createCounters(): (model: ModelIdentity) => TokenCounter {
  const made = new Map<string, TokenCounter>();
  return (model) => {
    const name = /gpt-4($|-)|gpt-3/.test(model.family ?? '') ? 'cl100k' : 'o200k';
    let counter = made.get(name);
    if (!counter) {
      counter = build(name === 'cl100k' ? cl100kBase : o200kBase);
      made.set(name, counter);
    }
    return counter;
  };
}

function build(encoding: typeof o200kBase): TokenCounter {
  const text = createTextCounter(encoding);
  const known = new WeakMap<readonly Part[], number>();
  const part = (p: Part): number => {
    switch (p.kind) {
      case 'text':
      case 'thinking':
        return text.countText(p.text);
      case 'toolCall':
        return 8 + text.countText(p.name) + text.countText(p.argumentsJson);
      case 'toolResult':
        return 4 + p.content.reduce((sum, c) => sum + part(c), 0);
      case 'image':
        return 1000;
      case 'attachment':
        return 4 + text.countText(p.reference) + text.countText(p.text ?? '');
    }
  };
  return {
    method: 'tokenizer',
    uncertainty: 0.02,
    countText: (t) => text.countText(t),
    countMessage: (m: Message) => {
      let n = known.get(m.parts);
      if (n === undefined) known.set(m.parts, (n = 4 + m.parts.reduce((sum, p) => sum + part(p), 0)));
      return n;
    },
    countTool: (t) => 8 + text.countText(t.name) + text.countText(t.description) + text.countText(t.parametersJson),
  };
}
