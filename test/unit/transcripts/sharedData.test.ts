import assert from 'node:assert/strict';
import { identify } from '../../../src/core/conversation/identity';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { repairOnReading } from '../../../src/core/conversation/repair';
import { unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { toolCallsOf, toolResultsOf } from '../../../src/core/conversation/message';
import type { TranscriptFormat } from '../../../src/core/transcripts/transcript';
import { readDataTranscript, skipWithoutData, transcriptFiles } from '../../support/realTranscripts';

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
  before(skipWithoutData);

  for (const [folder, format, fewest] of folders) {
    it(`of ${folder} is read as ${format} without a problem`, () => {
      for (const file of transcriptFiles().filter((name) => name.startsWith(folder))) {
        const transcript = readDataTranscript(file);
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
