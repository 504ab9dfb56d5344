import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alternate, assistantFiller, userFiller } from '../../../src/core/compaction/alternation';
import { identify } from '../../../src/core/conversation/identity';
import type { Branch, BranchMessage, Message } from '../../../src/core/conversation/message';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import type { RequestEntry } from '../../../src/core/tokens/request';
import { conversations } from '../../support/generateConversation';
import { historyOf, lineOf } from '../../support/historyLine';

const entriesOf = (messages: readonly Message[]): RequestEntry[] =>
  messages.map((message) => ({ message, segment: 'history' }));

const injected = (role: Message['role'], text: string): Message => ({ role, parts: [{ kind: 'text', text }] });

/** The history without the words in round brackets, alternated; fillers show as `u:+` and `a:+`. */
function check(line: string, expected: string): void {
  const words = line.split(' ');
  const branch = historyOf(words.map((word) => word.replace(/[()]/g, '')).join(' '));
  const entries = alternate(entriesOf(branch.filter((_, at) => !words[at]?.startsWith('('))));
  assert.equal(shown(entries), expected);
}

function shown(entries: readonly RequestEntry[]): string {
  return lineOf(entries.map(({ message }) => message))
    .replaceAll(assistantFiller, '+')
    .replaceAll(userFiller, '+');
}

/**
 * As the strictest chat templates read a request: system messages first, then user and answering assistant in turn,
 * where an assistant message with calls and its results stand between the two.
 */
function assertAlternates(messages: readonly Message[]): void {
  let expected: Message['role'] = 'user';
  for (const { role, parts } of messages.filter((message) => message.role !== 'system')) {
    if (role === 'tool') continue;
    assert.equal(role, expected);
    const calls = parts.some(({ kind }) => kind === 'toolCall');
    expected = role === 'user' || calls ? 'assistant' : 'user';
  }
}

/** Messages that only go together: an assistant message with calls and its results; any other by itself. */
function unitsOf(branch: Branch): BranchMessage[][] {
  const units: BranchMessage[][] = [];
  for (const message of branch.filter(({ role }) => role !== 'system')) {
    const unit = units.at(-1);
    if (unit && message.role === 'tool') unit.push(message);
    else units.push([message]);
  }
  return units;
}

describe('filling what a cut left side by side', () => {
  it('puts an answer between two user messages', () => {
    check('u:a (a:b) u:c', 'u:a a:+ u:c');
  });

  it('puts an answer between results and a user message', () => {
    check('u:q c:x r:x (a:ok) u:c', 'u:q c:x r:x a:+ u:c');
  });

  it('puts a user message before an answer that lost its own', () => {
    check('s:s (u:a) a:b u:c', 's:s u:+ a:b u:c');
    check('u:a a:b (u:c) a:d', 'u:a a:b u:+ a:d');
  });

  it('leaves tool rounds of one turn next to each other', () => {
    check('u:q (c:x) (r:x) c:y r:y a:ok', 'u:q c:y r:y a:ok');
  });

  it('leaves what stood side by side in the branch', () => {
    check('(u:a) (a:b) u:c u:d', 'u:c u:d');
  });

  it('looks past instructions in between', () => {
    check('u:a (a:b) s:s u:c', 'u:a s:s a:+ u:c');
  });

  it('fills around what was injected', () => {
    const [question] = historyOf('u:q');
    assert.ok(question);
    const entries = entriesOf([injected('user', 'checkpoint'), question]);
    assert.equal(shown(alternate(entries)), 'u:checkpoint a:+ u:q');
  });

  it('returns the very same entries where nothing is missing', () => {
    const entries = entriesOf(historyOf('s:s u:a a:b u:q c:x r:x'));
    assert.equal(alternate(entries), entries);
  });

  it('makes any selection of whole turns acceptable to a strict template', () => {
    const options = { maxWords: 3, extras: false };
    fc.assert(
      fc.property(conversations(options), fc.array(fc.boolean(), { minLength: 20 }), (messages, picked) => {
        const branch = identify(messages);
        const turns = branch.filter(({ role, turn }) => role !== 'system' && picked[turn]);
        const kept = [injected('system', 'rules'), injected('user', 'checkpoint'), ...turns];
        const sent = alternate(entriesOf(kept)).map(({ message }) => message);
        assertAlternates(sent);
        assert.deepEqual(pairingViolations(sent), []);
      }),
    );
  });

  it('makes any selection of messages and whole rounds acceptable to a strict template', () => {
    const options = { maxWords: 3, extras: false };
    fc.assert(
      fc.property(conversations(options), fc.array(fc.boolean(), { minLength: 100 }), (messages, picked) => {
        const units = unitsOf(identify(messages));
        const kept = units.filter((_, at) => picked[at]).flat();
        const sent = alternate(entriesOf(kept)).map(({ message }) => message);
        assertAlternates(sent);
        assert.deepEqual(pairingViolations(sent), []);
      }),
    );
  });
});
