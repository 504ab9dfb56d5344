import assert from 'node:assert/strict';
import type { Cut } from '../../../src/core/compaction/layout';
import { archiveEvicted } from '../../../src/core/compaction/archiveEvicted';
import { identify } from '../../../src/core/conversation/identity';
import { assistantMessage, textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { repairOnReading } from '../../../src/core/conversation/repair';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const call = (callId: string): Message => ({
  role: 'assistant',
  parts: [{ kind: 'toolCall', callId, name: 'read_file', argumentsJson: '{}' }],
});
const results = (...callIds: string[]): Message => ({
  role: 'tool',
  parts: callIds.map((callId) => ({
    kind: 'toolResult',
    callId,
    content: [{ kind: 'text', text: `output of ${callId}` }],
  })),
});

/** What is in the archive once the first turn left, or what a cut made of the repaired branch says. */
async function archived(messages: readonly Message[], cut: Partial<Cut>): Promise<string> {
  const raw = identify(messages);
  const { branch } = repairOnReading(raw);
  const coveredCount = branch.findIndex(({ role, turn }) => role === 'user' && turn === 2);
  const store = openMemoryArchive();
  await archiveEvicted(store, 'c', raw, branch, { coveredCount, kept: new Set(), shortened: [], ...cut });
  return (await store.list('c', { offset: 0, limit: 100 })).map(textOf).join('\n');
}

describe('archiveEvicted', () => {
  const late = [userMessage('one'), call('a'), userMessage('two'), results('a'), assistantMessage('done')];

  // Case 79: the result goes out, and leaves, with its call, wherever it stands in the transcript.
  it('stores a result that stands behind the cut when its call leaves', async () => {
    assert.match(await archived(late, {}), /output of a/);
  });

  it('stores a message of two results when one of their calls leaves', async () => {
    const messages = [userMessage('one'), call('a'), userMessage('two'), call('b'), results('b', 'a')];
    assert.match(await archived(messages, {}), /output of a/);
  });

  it('stores a moved result that is only shortened', async () => {
    const { branch } = repairOnReading(identify(late));
    const moved = branch.find(({ role }) => role === 'tool');
    assert.match(
      await archived(late, { coveredCount: 0, shortened: [{ id: moved?.id ?? '', keepUnits: 0 }] }),
      /output/,
    );
  });
});
