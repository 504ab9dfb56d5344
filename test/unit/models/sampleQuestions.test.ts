import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { quoteAnswer } from '../../../src/models/offline/quoteAnswer';
import { fit } from '../../support/fitting';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const folder = resolve('media/sample');
const sample = (
  JSON.parse(readFileSync(`${folder}/conversation.json`, 'utf8')) as { role: 'user' | 'assistant'; text: string }[]
).map(({ role, text }): Message => ({ role, parts: [{ kind: 'text', text }] }));
const questions = JSON.parse(readFileSync(`${folder}/questions.json`, 'utf8')) as {
  question: string;
  expected: string;
}[];

describe('the guided sample, in the window of the offline model', () => {
  for (const { question, expected } of questions) {
    it(`answers “${question}” from what was recalled`, async () => {
      const outcome = await fit([...sample, userMessage(question)], {
        store: openMemoryArchive(),
        window: 8_192,
        retrieval: { kind: 'inline', when: 'always' },
      });
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.recalled.some(({ text }) => text.includes(expected)));
      const said = outcome.messages.map(({ role, parts }) => ({
        role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
        texts: parts.map((part) => textOf({ role, parts: [part] })),
      }));
      assert.ok(quoteAnswer(said).includes(expected), quoteAnswer(said));
    });
  }
});
