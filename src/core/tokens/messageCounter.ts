import { BoundedCache } from '../caches/boundedCache';
import type { Part } from '../conversation/message';
import type { TokenCounter } from './counter';
import { imageTokens } from './imageTokens';
import { vendorOf, type ModelName } from './modelFamily';
import type { TextCounter } from './textCounter';

/**
 * The counter of a model's requests.
 *
 * What the model reads is counted as it is sent: text, thinking, the arguments of calls, results, the contents of
 * attachments. A `data:` URI inside a text part is text, since it is sent and billed as text; the bytes of an image
 * part are not. Thinking signatures and call ids are not counted: the model does not read them.
 *
 * Nothing is counted twice: a part is remembered as the object it is, and its text by what it says, so that the next
 * turn costs its new messages only, even where the editor hands the whole transcript over in new objects.
 */
export function createMessageCounter(textCounter: TextCounter, model: ModelName): TokenCounter {
  const vendor = vendorOf(model);
  const textTokens = new BoundedCache<string, number>(rememberedUnits, (text) => text.length + entryOverheadUnits);
  const messageTokens = new WeakMap<readonly Part[], number>();
  const partTokens = new WeakMap<Part, number>();

  function countText(text: string): number {
    const known = textTokens.get(text);
    if (known !== undefined) return known;
    const tokens = textCounter.countText(text);
    textTokens.set(text, tokens);
    return tokens;
  }

  function countPart(part: Part): number {
    const known = partTokens.get(part);
    if (known !== undefined) return known;
    const tokens = freshPart(part);
    partTokens.set(part, tokens);
    return tokens;
  }

  function freshPart(part: Part): number {
    switch (part.kind) {
      case 'text':
      case 'thinking':
        return countText(part.text);
      case 'toolCall':
        return toolCallFraming + countText(part.name) + countText(part.argumentsJson);
      case 'toolResult':
        return toolResultFraming + sum(part.content.map(countPart));
      case 'attachment':
        return attachmentFraming + countText(part.reference) + countText(part.text ?? '');
      case 'image':
        return imageTokens(part, vendor);
    }
  }

  return {
    method: vendor === 'openai' ? 'tokenizer' : 'estimate',
    uncertainty: vendor === 'openai' ? framingUncertainty : foreignUncertainty,
    countText,
    countPart,
    countMessage({ parts }) {
      const known = messageTokens.get(parts);
      if (known !== undefined) return known;
      const tokens = messageFraming + sum(parts.map(countPart));
      messageTokens.set(parts, tokens);
      return tokens;
    },
    countTool: (tool) =>
      toolFraming + countText(tool.name) + countText(tool.description) + countText(tool.parametersJson),
  };
}

/** Start and end mark of a message, its role, and the mark between role and content, as in OpenAI's chat format. */
const messageFraming = 4;

/** Tags and `{"name":…,"arguments":…}` around a call, as open chat templates write them. */
const toolCallFraming = 10;

/** Tags around a result, as open chat templates write them. */
const toolResultFraming = 6;

/** The fence or tags that set an attachment apart from the text. */
const attachmentFraming = 8;

/** `{"type":"function","function":{"name":…,"description":…,"parameters":…}}` around a tool's declaration. */
const toolFraming = 12;

/** The text is exact with the model's own encoding; framing and images differ a little between models. */
const framingUncertainty = 0.02;

/** Other vendors' tokenizers differ from o200k_base by ten to twenty per cent on prose and code. */
const foreignUncertainty = 0.15;

/** Two million tokens are about eight million units of prose or code: a very long conversation stays remembered. */
const rememberedUnits = 16_000_000;

/** About what a map's entry takes beside its text. */
const entryOverheadUnits = 32;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
