import assert from 'node:assert/strict';
import type { Passage } from '../../../src/core/archive/store';
import type { FitOutcome } from '../../../src/core/compaction/outcome';
import { userMessage, type Message, type TextPart, type ToolCallPart } from '../../../src/core/conversation/message';
import { runToolLoop, type ToolLoopPorts } from '../../../src/host/chat/toolLoop';
import { fitted } from '../../support/numbers';

type Piece = TextPart | ToolCallPart | Error;

const say = (text: string): Piece => ({ kind: 'text', text });
const calls = (callId: string): Piece => ({ kind: 'toolCall', callId, name: 'read_file', argumentsJson: '{}' });

/** A model that plays these answers one after the other; the last one again and again. */
function play(answers: readonly (readonly Piece[])[], change: Partial<ToolLoopPorts> = {}) {
  const log: string[] = [];
  const fits: { messages: readonly Message[]; recalled: readonly Passage[] | undefined; window: number | undefined }[] =
    [];
  let turn = 0;
  const ports: ToolLoopPorts = {
    fit: (messages, recalled, window) => {
      fits.push({ messages, recalled, window });
      return Promise.resolve({ ...fitted({ messages }), kind: 'unchanged' } as FitOutcome);
    },
    async *send() {
      const answer = answers[Math.min(turn, answers.length - 1)] ?? [];
      turn += 1;
      for (const piece of answer) {
        await Promise.resolve();
        if (piece instanceof Error) throw piece;
        yield piece;
      }
    },
    sent: () => log.push('sent'),
    show: (text) => log.push(text),
    callTools: (parts) => {
      log.push(`run ${parts.map(({ callId }) => callId).join('+')}`);
      return Promise.resolve(parts.map(({ callId }) => ({ kind: 'toolResult', callId, content: [] })));
    },
    smallerWindow: () => undefined,
    ...change,
  };
  const run = (signal = new AbortController().signal) => runToolLoop([userMessage('q')], 3, ports, signal);
  return { run, log, fits };
}

describe('tool loop', () => {
  it('answers without tools in one request', async () => {
    const { run, log } = play([[say('Hi'), say(' there')]]);
    assert.deepEqual(await run(), { kind: 'answered', rounds: [] });
    assert.deepEqual(log, ['sent', 'Hi', ' there']);
  });

  it('runs the calls of one answer together and refits with their results', async () => {
    const { run, log, fits } = play([[say('Look'), calls('1'), calls('2')], [say('Done')]]);
    const { kind, rounds } = await run();
    assert.equal(kind, 'answered');
    assert.deepEqual(log, ['sent', 'Look', '\n\n', 'run 1+2', 'sent', 'Done']);
    assert.deepEqual(
      fits.map(({ messages }) => messages.map(({ role }) => role).join()),
      ['user', 'user,assistant,tool'],
    );
    assert.equal(rounds[0]?.shown, 'Look\n\n');
  });

  it('stops at the round limit without running the calls that pass it', async () => {
    const { run, log } = play([[calls('n')]]);
    const { kind, rounds } = await run();
    assert.equal(kind, 'roundLimit');
    assert.equal(rounds.length, 3);
    assert.equal(log.filter((line) => line.startsWith('run')).length, 3);
  });

  it('recalls once: what the first fit brought goes into every later one', async () => {
    const recalled = [{ citation: '#1' } as Passage];
    const seen: unknown[] = [];
    const fit: ToolLoopPorts['fit'] = (messages, given) => {
      seen.push(given);
      return Promise.resolve({ ...fitted({ messages, recalled: given ?? recalled }), kind: 'unchanged' } as FitOutcome);
    };
    await play([[calls('1')], [calls('2')], [say('Done')]], { fit }).run();
    assert.deepEqual(seen, [undefined, recalled, recalled]);
  });

  it('refits once with a smaller window when the model says the request is too long', async () => {
    const { run, fits } = play([[new Error('too long')], [say('Fits')]], { smallerWindow: () => 600 });
    assert.equal((await run()).kind, 'answered');
    assert.deepEqual(
      fits.map(({ window }) => window),
      [undefined, 600],
    );
  });

  it('gives up when the smaller request is too long as well', async () => {
    const { run, fits } = play([[new Error('too long')]], { smallerWindow: () => 600 });
    assert.equal((await run()).kind, 'failed');
    assert.equal(fits.length, 2);
  });

  it('keeps what was shown and called when the model fails', async () => {
    const { run, log } = play([[calls('1')], [say('Half'), new Error('gone')]]);
    const { kind, rounds, error } = await run();
    assert.equal(kind, 'failed');
    assert.equal(rounds.length, 1);
    assert.equal((error as Error).message, 'gone');
    assert.equal(log.at(-1), 'Half');
  });

  it('does not send again what was half shown', async () => {
    const { run, fits } = play([[say('Half'), new Error('too long')]], { smallerWindow: () => 600 });
    assert.equal((await run()).kind, 'failed');
    assert.equal(fits.length, 1);
  });

  // Case 91: a cancel must not wait for a model that never answers a tool.
  for (const step of ['fit', 'callTools'] as const) {
    it(`ends on a cancel during ${step}, and shows nothing after it`, async () => {
      const controller = new AbortController();
      const cancelled = () => {
        controller.abort();
        return Promise.resolve({ ...fitted(), kind: 'unchanged' } as never);
      };
      const { run, log } = play([[calls('1')], [say('late')]], { [step]: cancelled });
      await assert.rejects(run(controller.signal), { name: 'AbortError' });
      assert.ok(!log.includes('late'));
    });
  }

  it('ignores what a model streams after the cancel', async () => {
    const controller = new AbortController();
    const { run, log } = play([[say('a'), say('b')]], {
      show: (text) => {
        log.push(text);
        controller.abort();
      },
    });
    await assert.rejects(run(controller.signal), { name: 'AbortError' });
    assert.deepEqual(log, ['sent', 'a']);
  });
});
