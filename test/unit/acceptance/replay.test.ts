import assert from 'node:assert/strict';
import { replayTurns } from '../../../src/cli/replayTurns';
import { identify } from '../../../src/core/conversation/identity';
import type { MessageId } from '../../../src/core/conversation/message';
import { createCounters } from '../../../src/engine/counters';
import { LocalEngine } from '../../../src/engine/engine';
import { openMemoryArchive } from '../../support/openMemoryArchive';
import { readDataTranscript, skipWithoutData, transcriptFiles } from '../../support/realTranscripts';

const windows = [4096, 8192, 16384, 32768];
const counterOf = createCounters();

describe('real conversations, sent turn by turn through small windows', function () {
  this.timeout(120_000);
  before(skipWithoutData);

  for (const file of transcriptFiles()) {
    for (const window of windows) {
      it(`${file} at ${window}: never over target, pairs kept, and every word that left is in the archive`, async () => {
        const { messages, tools } = readDataTranscript(file);
        const store = openMemoryArchive();
        const engine = new LocalEngine({ store, counterOf, now: () => 0, newId: () => crypto.randomUUID() });
        const left = new Set<MessageId>();
        const { summary } = await replayTurns(messages, counterOf({}), async (upToHere) => {
          const outcome = await engine.fit({
            conversation: 'replay',
            messages: upToHere,
            tools,
            model: {},
            limits: { contextLength: window },
            budget: {},
            compaction: { policy: 'checkpoint' },
            retrieval: { kind: 'inline', when: 'compacting' },
            trigger: 'request',
          });
          for (const id of outcome.evicted) left.add(id);
          return outcome;
        });

        assert.equal(summary.overTarget, 0);
        assert.equal(summary.pairingViolations, 0);
        assert.equal(summary.unicodeViolations, 0);
        const original = new Map(
          identify(messages).map(({ id, role, parts }) => [id, JSON.stringify({ role, parts })]),
        );
        const stored = await store.read('replay', [...left]);
        assert.equal(stored.length, left.size);
        for (const { id, role, parts } of stored) assert.equal(JSON.stringify({ role, parts }), original.get(id));
      });
    }
  }
});
