import assert from 'node:assert/strict';
import { maxCarriedItems, maxCarriedTokens } from '../../../../src/core/compaction/checkpoint/carriedInstructions';
import { identify } from '../../../../src/core/conversation/identity';
import { textOf, userMessage } from '../../../../src/core/conversation/message';
import type { Message } from '../../../../src/core/conversation/message';
import { checkpointOf, talk } from '../../../support/checkpointCase';
import { stubCounter } from '../../../support/stubCounter';

const remarks = Array.from({ length: 30 }, (_, index) => `What about part ${index}?`);

function carriedTexts(messages: readonly Message[], options = {}): string[] {
  const byId = new Map(identify(messages).map((message) => [message.id, textOf(message)]));
  return checkpointOf(messages, options).carried.map((id) => byId.get(id) ?? '');
}

describe('carried instructions', () => {
  it('a rule given long ago outlives newer remarks (case 14)', () => {
    const rule = 'Never write to the production database.';
    const messages = talk('Build the importer', rule, ...remarks);
    assert.ok(carriedTexts(messages).includes(rule));
  });

  it('shows the newest first chosen, oldest first', () => {
    const texts = carriedTexts(talk('Build the importer', ...remarks));
    assert.deepEqual(texts, ['Build the importer', ...remarks.slice(-(maxCarriedItems - 1))]);
  });

  it('says that later ones supersede earlier ones', () => {
    const { carriedText } = checkpointOf(talk('Build it', 'Always use tabs.', 'Always use spaces.'));
    assert.ok(carriedText.indexOf('Always use tabs.') < carriedText.indexOf('Always use spaces.'));
    assert.match(carriedText, /later ones supersede earlier ones/i);
  });

  it('takes at most eight items', () => {
    const rules = Array.from({ length: 20 }, (_, index) => `Always keep rule ${index}.`);
    assert.equal(carriedTexts(talk('Build it', ...rules)).length, maxCarriedItems);
  });

  for (const targetTokens of [1_500, 4_000, 12_000, 100_000]) {
    it(`takes at most 1,024 tokens and a tenth of a target of ${targetTokens}`, () => {
      const rules = Array.from({ length: 20 }, (_, index) => `Always keep rule ${index}: ${'so and so '.repeat(40)}`);
      const { carriedText } = checkpointOf(talk('Build it', ...rules), { targetTokens, budgetTokens: 8_000 });
      assert.ok(stubCounter.countText(carriedText) <= Math.min(maxCarriedTokens, targetTokens / 10));
    });
  }

  it('skips a message that is too large whole, and keeps the others', () => {
    const large = `Always ${'x y z '.repeat(2_000)}`;
    const { carriedText } = checkpointOf(talk('Build it', 'Use tabs.', large));
    assert.ok(carriedText.includes('Use tabs.'));
    assert.ok(!carriedText.includes('x y z'));
  });

  it('keeps a place for the opening request, whatever comes later', () => {
    const rules = Array.from({ length: 20 }, (_, index) => `Always keep rule ${index}.`);
    assert.equal(carriedTexts(talk('Build the importer', ...rules))[0], 'Build the importer');
  });

  it('passes over an injected first message to the one a person wrote (case 15)', () => {
    const injected: Message = { ...userMessage('# Project rules\nUse tabs.'), synthetic: true };
    assert.deepEqual(carriedTexts([injected, ...talk('Build the importer')]), ['Build the importer']);
  });

  it('leaves out what only looks typed', () => {
    const messages = talk(
      '<task-notification>\n<id>7</id>\n</task-notification>',
      '[Request interrupted by user]',
      'Go left',
    );
    assert.deepEqual(carriedTexts(messages), ['Go left']);
  });

  it('leaves out words that only ask to go on (case 147)', () => {
    assert.deepEqual(carriedTexts(talk('Build it', 'continue', '继续', 'ok, next')), ['Build it']);
  });

  it('of messages that say the same, keeps the newest', () => {
    const messages = talk('Build it', 'Always use tabs.', 'Now the footer', 'always use tabs');
    const branch = identify(messages);
    assert.deepEqual(carriedTexts(messages), ['Build it', 'Now the footer', 'always use tabs']);
    assert.ok(!checkpointOf(messages).carried.includes(branch[2]?.id ?? ''));
  });

  it('does not repeat what is still shown', () => {
    const messages = talk('Build it', 'Always use tabs.');
    const shown = identify(messages)[2]?.id ?? '';
    assert.deepEqual(carriedTexts(messages, { keptIds: new Set([shown]) }), ['Build it']);
  });

  it('keeps the last character of a long message (case 20)', () => {
    const prompt = `Write a story. ${'It has a dragon in it. '.repeat(60)}It must not mention gold.`;
    assert.ok(checkpointOf(talk(prompt)).text.includes('It must not mention gold.'));
  });

  it('quotes the rule in a message that is too large to carry (case 20)', () => {
    const prompt = `Write a story. ${'It has a dragon in it. '.repeat(2_000)}Never mention gold.`;
    const draft = checkpointOf(talk('Hello, who are you?', prompt));
    assert.ok(draft.text.includes('Never mention gold.'));
    assert.ok(!draft.carriedText.includes('gold'));
  });

  it('several lines stay verbatim', () => {
    const words = 'Always format like this:\n\n```json\n{ "a": 1 }\n```\n\tthanks';
    assert.ok(checkpointOf(talk('Build it', words)).carriedText.includes(words));
  });
});
