import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { identify } from '../../../src/core/conversation/identity';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { repairOnReading } from '../../../src/core/conversation/repair';
import { unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { toolCallsOf, toolResultsOf } from '../../../src/core/conversation/message';
import { readTranscript } from '../../../src/core/transcripts/readTranscript';
import type { TranscriptFormat } from '../../../src/core/transcripts/transcript';

const dataFolder = path.resolve(import.meta.dirname, '../../../../shared/data');

/** Folders of real conversations, the format each holds, and the fewest messages a file of it has. */
const folders: [string, TranscriptFormat, number][] = [
  ['agents/pi', 'pi', 800],
  ['agents/swe-agent', 'swe-agent', 20],
  ['beam-100k', 'beam', 180],
  ['claude-code/agentcmd', 'claude-code', 30],
  ['claude-code/spotter', 'claude-code', 5],
  ['codex', 'codex', 15],
  ['vscode-chat', 'vscode', 40],
];

describe('every real transcript', function () {
  before(function () {
    if (!existsSync(dataFolder)) {
      console.warn('      skipped: ../shared/data is not there');
      this.skip();
    }
  });

  for (const [folder, format, fewest] of folders) {
    it(`of ${folder} is read as ${format} without a problem`, () => {
      for (const file of conversationFiles(path.join(dataFolder, folder))) {
        const transcript = readTranscript(gunzipSync(readFileSync(file)).toString('utf8'), 'auto', file);
        assert.equal(transcript.format, format, file);
        assert.deepEqual(transcript.problems, [], file);
        assert(transcript.messages.length >= fewest, `${file}: ${transcript.messages.length} messages`);
        assert(
          transcript.messages.every(({ parts }) => parts.length > 0),
          file,
        );
        const repaired = repairOnReading(identify(transcript.messages)).branch;
        assert.deepEqual([...pairingViolations(repaired), ...unicodeViolations(repaired)], [], file);
        const calls = new Set(transcript.messages.flatMap(toolCallsOf).map(({ callId }) => callId));
        const results = transcript.messages.flatMap(toolResultsOf).map(({ callId }) => callId);
        assert.deepEqual(
          results.filter((id) => !calls.has(id)),
          [],
          file,
        );
        const questions = transcript.messages.filter(({ role }) => role === 'user');
        assert(
          !questions.some(({ parts }) =>
            parts.some((part) => part.kind === 'text' && /->->[^\n]{0,9}$/.test(part.text)),
          ),
        );
      }
    });
  }
});

function conversationFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.gz') && !file.includes('probing'))
    .map((file) => path.join(folder, file));
}
