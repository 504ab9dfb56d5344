import type { ImagePart, TextPart, ToolCallPart } from '../conversation/message';
import { text } from '../conversation/message';
import { imageFromBase64 } from './imagePart';
import { arrayAt, isObject, objectAt, stringAt } from './json';
import type { JsonObject } from './json';

/**
 * The Markdown of one response part as it was shown; `undefined` for parts that are not the answer's text (progress,
 * edits, confirmations and more kinds with each version). Parts without `kind` are Markdown.
 */
export function readResponseText(part: JsonObject): string | undefined {
  switch (part['kind']) {
    case undefined:
      return markdownOf(part);
    case 'markdownContent':
    case 'markdownVuln':
      return markdownOf(part['content']);
    case 'inlineReference':
      return nameOfReference(part);
    default:
      return undefined;
  }
}

/** A tool call as it was shown, with its outcome. */
export interface ShownInvocation {
  readonly call: ToolCallPart;
  readonly result: readonly TextPart[];
}

/**
 * A tool call of a response part. What was shown holds its input and output only for some tools; for the others the
 * sentence in the past tense ("Read README.md") is all that is left of the result.
 */
export function readSerializedInvocation(part: JsonObject): ShownInvocation | undefined {
  if (part['kind'] !== 'toolInvocationSerialized') return undefined;
  const details = objectAt(part['resultDetails']);
  const outputs = arrayAt(details['output']).flatMap((output) => stringAt(objectAt(output)['value']) ?? []);
  const outcome = markdownOf(part['pastTenseMessage']) ?? markdownOf(part['invocationMessage']) ?? '';
  return {
    call: {
      kind: 'toolCall',
      callId: stringAt(part['toolCallId']) ?? '',
      name: stringAt(part['toolId']) ?? '',
      argumentsJson: stringAt(details['input']) ?? '{}',
    },
    result: [text(outputs.length > 0 ? outputs.join('\n') : outcome)],
  };
}

/** A tool's result as the model saw it: texts, rendered prompt trees, or binary data. */
export function readToolResult(result: unknown): (TextPart | ImagePart)[] {
  return arrayAt(objectAt(result)['content']).flatMap((value): (TextPart | ImagePart)[] => {
    const part = objectAt(value);
    if (typeof part['value'] === 'string') return [text(part['value'])];
    const data = stringAt(part['data']) ?? stringAt(objectAt(part['data'])['$base64']);
    if (data !== undefined) return [imageFromBase64(stringAt(part['mimeType']) ?? 'image/*', data)];
    const tree = objectAt(part['value'])['node'];
    return isObject(tree) ? [text(textOfPromptTree(tree))] : [];
  });
}

/** The text of a tree that `@vscode/prompt-tsx` rendered. */
function textOfPromptTree(root: JsonObject): string {
  let rendered = '';
  const visit = (node: JsonObject): void => {
    const own = stringAt(node['text']);
    if (own !== undefined) rendered += (node['lineBreakBefore'] === true && rendered !== '' ? '\n' : '') + own;
    for (const child of arrayAt(node['children'])) visit(objectAt(child));
  };
  visit(root);
  return rendered;
}

/** Markdown is a string or an object with a `value`. */
function markdownOf(value: unknown): string | undefined {
  return stringAt(value) ?? stringAt(objectAt(value)['value']);
}

function nameOfReference(part: JsonObject): string {
  const reference = objectAt(part['inlineReference']);
  const location = objectAt(reference['location']);
  const uri = objectAt(reference['uri'] ?? location['uri'] ?? reference);
  const path = stringAt(uri['path']) ?? '';
  return stringAt(part['name']) ?? stringAt(reference['name']) ?? path.slice(path.lastIndexOf('/') + 1);
}
