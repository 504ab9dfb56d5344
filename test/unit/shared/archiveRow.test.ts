import assert from 'node:assert/strict';
import { userMessage } from '../../../src/core/conversation/message';
import { archiveRow, statesBy } from '../../../src/shared/archiveRow';

const stored = { id: 'a1', parent: '', ordinal: 4, turn: 3, archivedAt: 2000 };
const unknownStates = statesBy(undefined);

describe('archive row', () => {
  it('shows the beginning of the text on one line', () => {
    const row = archiveRow({ ...userMessage('Will do.\n\n  Now the tables.'), ...stored }, unknownStates);
    assert.equal(row.preview, 'Will do. Now the tables.');
  });

  it('cuts a long text between characters', () => {
    const { preview } = archiveRow({ ...userMessage('🚲'.repeat(5000)), ...stored }, unknownStates);
    assert.ok(preview.length <= 200 && preview.isWellFormed());
  });

  it('shows when it was said, else when it was archived', () => {
    assert.equal(archiveRow({ ...userMessage('x'), ...stored, time: 1000 }, unknownStates).time, 1000);
    assert.equal(archiveRow({ ...userMessage('x'), ...stored }, unknownStates).time, 2000);
  });

  it('tells archived, sent and abandoned messages apart by the last request', () => {
    const stateOf = statesBy({ branch: ['a1', 'b2'], live: ['b2'] });
    assert.deepEqual(['a1', 'b2', 'c3'].map(stateOf), ['evicted', 'live', 'undone']);
  });

  it('claims no state where the branch is not known', () => assert.equal(unknownStates('a1'), undefined));
});
