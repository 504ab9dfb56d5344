import assert from 'node:assert/strict';
import type { Role } from '../../../src/core/conversation/message';
import { Analyser } from '../../../src/core/recall/analyser';
import { rank, type PassageMatch } from '../../../src/core/recall/rank';
import { searchQuery } from '../../../src/core/recall/searchQuery';
import { traitsOf } from '../../../src/core/recall/traits';

interface Said {
  readonly role: Role;
  readonly text: string;
}

const analyser = new Analyser();
const user = (text: string): Said => ({ role: 'user', text });
const assistant = (text: string): Said => ({ role: 'assistant', text });

/** Positions of the messages found for a query, best first; each message is one passage. */
function found(query: string, said: readonly Said[]): number[] {
  const asked = searchQuery(query, analyser);
  const analysed = said.map(({ text }) => analyser.analyse(text).map((term) => term.text));
  const matches = analysed.flatMap((terms, index): PassageMatch[] => {
    const counts = asked.terms.map(({ text }) => terms.filter((term) => term === text).length);
    if (counts.every((count) => count === 0)) return [];
    const traits = traitsOf(said[index]?.text ?? '');
    return [{ passage: index, message: index, length: terms.length, traits, counts }];
  });
  const holding = asked.terms.map((_, term) => matches.filter(({ counts }) => (counts[term] ?? 0) > 0).length);
  const mean = (roles: readonly Role[]) => {
    const lengths = analysed
      .filter((_, index) => roles.includes(said[index]?.role ?? 'system'))
      .map(({ length }) => length);
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  };
  const collection = {
    passages: said.length,
    meanLength: mean(['user', 'assistant', 'tool']),
    meanMessageLength: { user: mean(['user']), assistant: mean(['assistant']), tool: mean(['tool']), system: 0 },
    message: (index: number) => ({ role: said[index]?.role ?? 'user', ordinal: index, previous: index - 1 }),
  };
  return rank(asked, { holding, matches }, collection).map(({ match }) => match.message);
}

const filler = Array.from({ length: 20 }, (_, index) => user(`Unrelated remark number ${index} about gardening.`));
const long = (text: string) => `${text} ${'It depends on many more things, as explained at length here. '.repeat(30)}`;

describe('rank', () => {
  it('puts the rare word before the common one', () => {
    const said = [user('the build is green'), ...filler, user('the build of zephyr is red'), user('the build is slow')];
    assert.equal(found('build zephyr', said)[0], 21);
  });

  it("puts a person's short message before the long answer that repeats its words", () => {
    const said = [...filler, user('My deadline is March 29.'), assistant(long('For your deadline of March 29, plan.'))];
    assert.equal(found('When is my deadline?', said)[0], 20);
  });

  it('finds an answer by its question', () => {
    const question = [user('Which colour did we pick for the header background?'), assistant('The colour is teal.')];
    const stray = [user('I like any colour.'), user('Hm.')];
    assert.ok(beats(found('header background colour', [...filler, ...question, ...filler, ...stray]), 21, 42));
  });

  // S3: of many revisions of one thing the newest and the original are both among the first.
  it('reads ties from both ends', () => {
    const revisions = Array.from({ length: 12 }, (_, index) => [
      user(`Set the timeout to ${index + 40} seconds.`),
      assistant('Done.'),
    ]).flat();
    assert.deepEqual(new Set(found('timeout seconds', revisions).slice(0, 2)), new Set([0, 22]));
  });

  it('brings the rule that applies to a new request', () => {
    const rule = user('Always include error codes when I ask about API handling.');
    const talk = user('The API handling code has an error in its include path.');
    assert.equal(found('Show me an example of API error handling', [talk, ...filler, rule])[0], 21);
    assert.equal(found('Which include path had the API handling error?', [talk, ...filler, rule])[0], 0);
  });

  it('finds nothing for a query that names nothing', () => {
    assert.deepEqual(found('?!', [...filler]), []);
  });
});

function beats(order: readonly number[], winner: number, loser: number): boolean {
  return order.includes(winner) && order.indexOf(winner) < order.indexOf(loser);
}
