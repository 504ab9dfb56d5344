import assert from 'node:assert/strict';
import { encodingOf } from '../../../src/core/tokens/encoding';
import { vendorOf, type ModelName } from '../../../src/core/tokens/modelFamily';

describe('the encoding of a model', () => {
  const table: [ModelName, string][] = [
    [{ family: 'gpt-4o' }, 'o200k_base'],
    [{ family: 'gpt-4-o-preview' }, 'o200k_base'],
    [{ family: 'gpt-4.1' }, 'o200k_base'],
    [{ family: 'gpt-5-mini' }, 'o200k_base'],
    [{ family: 'o3-mini' }, 'o200k_base'],
    [{ family: 'gpt-4' }, 'cl100k_base'],
    [{ family: 'gpt-4-turbo' }, 'cl100k_base'],
    [{ family: 'gpt-4-32k-0613' }, 'cl100k_base'],
    [{ family: 'gpt-3.5-turbo' }, 'cl100k_base'],
    [{ id: 'azure/gpt-35-turbo-16k' }, 'cl100k_base'],
    [{ family: 'claude-sonnet-4' }, 'o200k_base'],
    [{ family: 'llama3.1:8b', id: 'not-gpt-4' }, 'o200k_base'],
    [{ family: '' }, 'o200k_base'],
    [{}, 'o200k_base'],
  ];
  for (const [model, expected] of table) {
    it(`is ${expected} for ${JSON.stringify(model)}`, () => assert.equal(encodingOf(model), expected));
  }
});

describe('the vendor of a model', () => {
  const table: [ModelName, string][] = [
    [{ family: 'gpt-4o' }, 'openai'],
    [{ id: 'openai/gpt-oss-120b' }, 'openai'],
    [{ id: 'o4-mini' }, 'openai'],
    [{ id: 'anthropic/claude-opus-4' }, 'anthropic'],
    [{ id: 'us.anthropic.claude-3-7-sonnet' }, 'anthropic'],
    [{ family: 'claude-sonnet-4', id: 'gpt-4o' }, 'anthropic'],
    [{ family: 'gemini-2.5-pro' }, 'unknown'],
    [{}, 'unknown'],
  ];
  for (const [model, expected] of table) {
    it(`is ${expected} for ${JSON.stringify(model)}`, () => assert.equal(vendorOf(model), expected));
  }
});
