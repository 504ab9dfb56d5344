import assert from 'node:assert/strict';
import { identify } from '../../../src/core/conversation/identity';
import { assistantMessage, userMessage } from '../../../src/core/conversation/message';
import { recallQueries } from '../../../src/core/recall/recallQueries';

const log = 'The pump at the northern gate ran warm again and the crew changed its bearings twice. '.repeat(8).trim();

/** R2: what is searched for on the turn that compacts. */
describe('Queries of the forced recall', () => {
  const cases: { name: string; said: string[]; queries: string[] }[] = [
    { name: 'are the newest message', said: ['Old.', 'Which port is it?'], queries: ['Which port is it?'] },
    {
      name: 'take a question out of a long message, and keep the message',
      said: [`${log}\nWhat is the Halden code?`],
      queries: ['What is the Halden code?', `${log}\nWhat is the Halden code?`],
    },
    { name: 'are a long message that asks nothing', said: [log], queries: [log] },
    {
      name: 'leave a long message whole whose question names nothing',
      said: [`${log} And now?`],
      queries: [`${log} And now?`],
    },
    {
      name: 'add the last message that named something to one that does not',
      said: ['Look at port 8443.', 'continue'],
      queries: ['continue', 'Look at port 8443.'],
    },
    { name: 'are none where nothing was named', said: ['?'], queries: [] },
  ];
  for (const { name, said, queries } of cases) {
    it(name, () => {
      const branch = identify(said.flatMap((text) => [userMessage(text), assistantMessage('Noted.')]));
      assert.deepEqual(recallQueries(branch), queries);
    });
  }
});
