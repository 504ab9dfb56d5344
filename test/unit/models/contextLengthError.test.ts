import assert from 'node:assert/strict';
import { contextLengthError } from '../../../src/models/contextLengthError';

describe('an error that says the request was too long', () => {
  const told: [string, number | undefined][] = [
    ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", 8_192],
    ['prompt is too long: 210,000 tokens > 200,000 maximum', 200_000],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
    ['prompt token count of 70000 exceeds the limit of 64000', 64_000],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4_096],
    ['{"error":{"code":"context_length_exceeded"}}', undefined],
    ['Your input exceeds the context window of this model.', undefined],
  ];
  for (const [message, limitTokens] of told) {
    it(`is known by “${message.slice(0, 40)}…”`, () => {
      assert.deepEqual(contextLengthError(new Error(message)), limitTokens === undefined ? {} : { limitTokens });
    });
  }

  it('is found behind errors that wrap it', () => {
    const wrapped = new Error('Request failed', { cause: new Error('prompt is too long') });
    assert.deepEqual(contextLengthError(wrapped), {});
  });

  for (const message of ['Rate limit of 8192 tokens per minute reached', 'Connection refused', '']) {
    it(`is not “${message}”`, () => {
      assert.equal(contextLengthError(new Error(message)), undefined);
    });
  }
});
