import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Said {
  role: string;
  text: string;
}

interface Question {
  question: string;
  expected: string;
  message: number;
}

const said = JSON.parse(readFileSync('media/sample/conversation.json', 'utf8')) as Said[];
const questions = JSON.parse(readFileSync('media/sample/questions.json', 'utf8')) as Question[];

describe('guided sample', () => {
  it('is a conversation: a user and an assistant in turn, the assistant last', () => {
    said.forEach(({ role }, at) => assert.equal(role, at % 2 === 0 ? 'user' : 'assistant', `message ${at}`));
    assert.equal(said.at(-1)?.role, 'assistant');
  });

  it('says nothing twice', () => {
    const paragraphs = said.flatMap(({ text }) => text.split('\n\n')).filter((paragraph) => paragraph.length > 40);
    assert.equal(new Set(paragraphs).size, paragraphs.length);
  });

  for (const { question, expected, message } of questions)
    it(`answers “${question}” in one message only`, () =>
      assert.deepEqual(
        said.flatMap(({ text }, at) => (text.includes(expected) ? [at] : [])),
        [message],
      ));

  it('plants all but the revised value in its first fifth', () => {
    const early = questions.filter(({ message }) => message < said.length / 5);
    assert.equal(early.length, questions.length - 1);
  });
});
