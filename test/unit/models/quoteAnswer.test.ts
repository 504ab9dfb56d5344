import assert from 'node:assert/strict';
import type { Passage } from '../../../src/core/archive/store';
import { renderPassages } from '../../../src/core/recall/renderPassages';
import type { OfflineMessage } from '../../../src/models/offline/quotable';
import { quoteAnswer } from '../../../src/models/offline/quoteAnswer';

function user(...texts: string[]): OfflineMessage {
  return { role: 'user', texts };
}

function passage(text: string, turn: number): Passage {
  return { messageId: '', citation: `#${turn}`, turn, ordinal: turn, role: 'user', text, state: 'evicted', score: 1 };
}

const recalled = renderPassages([
  passage('The staging host is called heron. The deploy port is 8443, and only from the office.', 2),
  passage('We talked about lunch.', 3),
]);

describe('offline model', () => {
  it('quotes the recalled sentence that answers the question, with its place', () => {
    const answer = quoteAnswer([user('Something else.'), user(`${recalled}\n\n`, 'Which deploy port did we choose?')]);
    assert.match(answer, /> The deploy port is 8443, and only from the office\.\n>\n> — #2, user, from the archive/);
    assert.doesNotMatch(answer, /lunch/);
  });

  it('quotes what is still in view as well', () => {
    const answer = quoteAnswer([user('My editor font is Iosevka.'), user('Which font is in my editor?')]);
    assert.match(answer, /Iosevka\.\n>\n> — still in view, user/);
  });

  it('says that it only quotes', () => {
    assert.match(quoteAnswer([user('hello')]), /I only quote/);
  });

  it('says so where nothing answers, instead of inventing', () => {
    assert.match(
      quoteAnswer([user('The sky is blue.'), user('Which database holds invoices?')]),
      /Nothing here answers/,
    );
  });

  it('does not answer a question with a question', () => {
    const answer = quoteAnswer([
      user('Which deploy port?'),
      { role: 'assistant', texts: ['Deploy port 8443.'] },
      user('Which deploy port?'),
    ]);
    assert.match(answer, /> Deploy port 8443\./);
    assert.doesNotMatch(answer, /> Which/);
  });

  it('does not quote a record of the very question', () => {
    const question = 'Which deploy port did we choose?';
    const answer = quoteAnswer([user(`Latest request #39: “${question}” Deploy port 8443 it is.`), user(question)]);
    assert.doesNotMatch(answer, /> Latest request/);
    assert.match(answer, /8443/);
  });

  it('quotes a fact that was stated while asking about it', () => {
    const answer = quoteAnswer([
      user('Handovers got a table. The migration is called 0042_split and took 3 min, is that long?'),
      user('What was the migration called that gave handovers a table?'),
    ]);
    assert.match(answer, /0042_split/);
  });

  it('gives the same answer to the same request', () => {
    const messages = [user(recalled, 'Which host is staging?')];
    assert.equal(quoteAnswer(messages), quoteAnswer(messages));
  });
});
