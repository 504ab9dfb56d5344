import cl100kBase from 'js-tiktoken/ranks/cl100k_base';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import type { TokenCounter } from '../core/tokens/counter';
import { encodingOf, type Encoding, type EncodingName } from '../core/tokens/encoding';
import { createMessageCounter } from '../core/tokens/messageCounter';
import { vendorOf } from '../core/tokens/modelFamily';
import { createTextCounter, type TextCounter } from '../core/tokens/textCounter';
import type { ModelIdentity } from './api';

/**
 * The counters of an engine: one per kind of model, so that the caches of a conversation last from turn to turn. The
 * table of an encoding is built when it is first needed and shared by all models that use it.
 */
export function createCounters(): (model: ModelIdentity) => TokenCounter {
  const textCounters = new Map<EncodingName, TextCounter>();
  const counters = new Map<string, TokenCounter>();
  return (model) => {
    const encoding = encodingOf(model);
    const kind = `${vendorOf(model)} ${encoding}`;
    const known = counters.get(kind);
    if (known) return known;
    const textCounter = textCounters.get(encoding) ?? createTextCounter(encodings[encoding]);
    textCounters.set(encoding, textCounter);
    const counter = createMessageCounter(textCounter, model);
    counters.set(kind, counter);
    return counter;
  };
}

const encodings: Readonly<Record<EncodingName, Encoding>> = { o200k_base: o200kBase, cl100k_base: cl100kBase };
