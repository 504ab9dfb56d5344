/** What is known of a model's name: the editor's family, the endpoint's id. */
export interface ModelName {
  readonly family?: string | undefined;
  readonly id?: string | undefined;
}

/** Whose tokenizer and image prices apply. */
export type Vendor = 'openai' | 'anthropic' | 'unknown';

/** Who made the model, told by its name: `gpt-4o`, `o3-mini`, `openai/gpt-5`, `claude-sonnet-4`. The family leads. */
export function vendorOf(model: ModelName): Vendor {
  for (const name of [model.family, model.id]) {
    if (name === undefined) continue;
    if (openAiName.test(name)) return 'openai';
    if (anthropicName.test(name)) return 'anthropic';
  }
  return 'unknown';
}

const openAiName = /(?:^|\/)(?:chat)?gpt-|(?:^|\/)o[1-9](?:$|-)|(?:^|\/)codex/i;
const anthropicName = /(?:^|[/.])claude/i;
