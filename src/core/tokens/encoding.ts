import type { TiktokenBPE } from 'js-tiktoken/lite';
import { vendorOf, type ModelName } from './modelFamily';

/** The encodings there is data for. */
export type EncodingName = 'o200k_base' | 'cl100k_base';

/** The data of an encoding as `js-tiktoken/ranks/<name>` ships it: 1 to 2 MB, so only the engine imports it. */
export type Encoding = Pick<TiktokenBPE, 'pat_str' | 'bpe_ranks'>;

/** The encoding a model's tokens are counted with: that of its family where it is public, o200k_base for all others. */
export function encodingOf(model: ModelName): EncodingName {
  if (vendorOf(model) !== 'openai') return 'o200k_base';
  return [model.family, model.id].some((name) => oldGpt.test(name ?? '')) ? 'cl100k_base' : 'o200k_base';
}

/** GPT-3.5 and GPT-4 up to turbo, but none of 4o, 4-o-preview, 4.1, 4.5. */
const oldGpt = /(?:^|\/)gpt-(?:3\.?5|4)(?![\w.]|-o)/i;
