import assert from 'node:assert/strict';
import type { Passage } from '../../../src/core/archive/store';
import type { Boundary } from '../../../src/core/compaction/boundary';
import type { Compacted, FitOutcome } from '../../../src/core/compaction/outcome';
import { compactReport } from '../../../src/host/chat/compactReport';
import { contextReport } from '../../../src/host/chat/contextReport';
import { compactionNotice, outcomeSentence, untoldCompaction } from '../../../src/host/chat/notice';
import { sentRequest } from '../../../src/host/chat/sentRequest';
import { budgetText } from '../../../src/host/status/budgetText';
import { aLedger, fitted, knownBudget } from '../../support/numbers';

const before = aLedger({ instructions: 120, history: 7_292 });
const after = aLedger({ instructions: 120, checkpoint: 900, recalled: 1_000, history: 1_000, current: 160 });

const compacted: Compacted = {
  ...fitted({ ledger: after, recalled: [{} as Passage, {} as Passage] }),
  kind: 'compacted',
  boundary: { id: 'b', createdAt: 5 } as Boundary,
  before: before.total,
  after: after.total,
  ledgerBefore: before,
  turnsMoved: 24,
  searchable: true,
};

const irreducible: FitOutcome = {
  ...fitted(),
  kind: 'irreducible',
  diagnosis: {
    irreducibleTokens: 9_000,
    window: 8_192,
    target: 6_553,
    largest: { tokens: 8_000, category: 'tools' },
    advice: 'Your tools take 8,000 tokens: attach fewer.',
  },
};

describe('notice of a compaction', () => {
  it('says before, after, turns moved and passages recalled', () => {
    assert.equal(
      compactionNotice(compacted),
      'Compacted 7,412 → 3,180 tokens · 24 turns moved, still searchable · 2 passages recalled',
    );
  });

  it('does not promise a search where there is none', () => {
    const title = compactionNotice({ ...compacted, searchable: false, recalled: [], turnsMoved: 1 });
    assert.equal(title, 'Compacted 7,412 → 3,180 tokens · 1 turn moved, not searchable: nothing was archived');
  });

  // Case 47: the numbers shown are those of the decision.
  it('shows the number that the status bar and /context show', () => {
    const sent = sentRequest(compacted, 'Test 8k', undefined, 9);
    assert.match(compactionNotice(compacted), /→ 3,180 tokens/);
    assert.match(budgetText({ conversation: 'c', ...sent }, false).text, / 3,180 \/ 6,553 · 49 %$/);
    assert.match(contextReport(sent, 'sent'), /\*\*Total\*\* \| \*\*3,180\*\*/);
    assert.deepEqual(sent.lastCompaction, { before: 7_412, after: 3_180, turnsMoved: 24, createdAt: 5 });
  });

  // Also after a reload in the middle of the turn, and where the turn was edited or sent again.
  it('is shown with the next request where the turn it happened on was cancelled, and once', () => {
    const boundary = { id: 'b', before: 7_412, after: 3_180, turnsMoved: 24, createdAt: 5 } as Boundary;
    const replayed: FitOutcome = { ...fitted(), kind: 'replayed', boundary };
    const untold = untoldCompaction(replayed, { before: 9_000, after: 900, turnsMoved: 3, createdAt: 4 });
    assert.ok(untold);
    assert.equal(compactionNotice(untold), 'Compacted 7,412 → 3,180 tokens · 24 turns moved, still searchable');
    assert.equal(untoldCompaction(replayed, sentRequest(replayed, 'Test 8k', undefined, 9).lastCompaction), undefined);
  });

  it('says nothing of a request that went out as it was', () => {
    assert.equal(outcomeSentence({ ...fitted(), kind: 'unchanged' }), undefined);
  });

  it('says why a request cannot be made to fit, and the way out', () => {
    assert.equal(
      outcomeSentence(irreducible),
      'Too large to compact: 9,000 tokens cannot be taken away, and a request may use 6,553. Your tools take 8,000 tokens: attach fewer.',
    );
  });
});

describe('/compact', () => {
  const outcomes: [FitOutcome, string, RegExp][] = [
    [compacted, 'reduced', /7,412 → 3,180 tokens: 24 turns[\s\S]*\| Checkpoint \| 0 \| 900 \|/],
    [{ ...fitted(), kind: 'unchanged' }, 'nothingToDo', /holds 1,000 tokens, and a request may use 6,553/],
    [{ ...fitted(), kind: 'replayed', boundary: {} as Boundary }, 'nothingToDo', /Nothing to do/],
    [{ ...fitted(), kind: 'disabled', reason: 'Switched off.' }, 'disabled', /Switched off\./],
    // Case 154: a failed write never reads as done.
    [
      { ...fitted(), kind: 'failed', reason: 'The disk is full.' },
      'failed',
      /nothing changed\.\*\* The disk is full\./,
    ],
    [irreducible, 'failed', /nothing changed\.\*\* Too large/],
  ];
  for (const [outcome, kind, text] of outcomes) {
    it(`reports a fit that is ${outcome.kind} as ${kind}`, () => {
      const report = compactReport(outcome);
      assert.equal(report.kind, kind);
      assert.match(report.text, text);
    });
  }

  it('does not name the size as the reason to who asked for less anyway', () => {
    const { text } = compactReport({ ...fitted(), kind: 'unchanged' }, true);
    assert.match(text, /would not make the conversation smaller\. It holds 1,000 tokens\./);
    assert.doesNotMatch(text, /may use/);
  });
});

describe('status bar', () => {
  const last = (tokens: number) => ({
    conversation: 'c',
    ledger: aLedger({ history: tokens }),
    budget: knownBudget(8_192),
    modelLabel: 'Test 8k',
  });
  const levels: [number, string][] = [
    [100, 'normal'],
    [5_000, 'soft'],
    [7_000, 'over'],
  ];
  for (const [tokens, level] of levels) {
    it(`is ${level} at ${tokens} tokens`, () => {
      assert.equal(budgetText(last(tokens), false).level, level);
    });
  }

  // Cases 56 and 60: no number is better than a wrong one.
  it('says unknown where the window is', () => {
    const budget = { kind: 'unknown' as const, reason: 'The model declares no window.', warnings: [] };
    const shown = budgetText({ ...last(9), budget }, false);
    assert.match(shown.text, /unknown$/);
    assert.match(shown.tooltip, /declares no window/);
  });

  it('turns while a fit runs', () => {
    assert.match(budgetText(undefined, true).text, /loading~spin/);
  });

  it('tells the ledger by category in its tooltip', () => {
    assert.match(budgetText(last(100), false).tooltip, /\| History \| 100 \| 100 % \|/);
  });
});
