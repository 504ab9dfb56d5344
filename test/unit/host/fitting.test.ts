import assert from 'node:assert/strict';
import { userMessage } from '../../../src/core/conversation/message';
import type { FitRequest } from '../../../src/engine/api';
import { fitOrPass } from '../../../src/host/chat/fitting';
import { fakeEngine } from '../../support/fakeEngine';

const request: FitRequest = {
  conversation: 'c',
  messages: [userMessage('hello')],
  tools: [],
  model: {},
  limits: {},
  budget: {},
  compaction: { policy: 'checkpoint' },
  retrieval: { kind: 'inline', when: 'always' },
  trigger: 'request',
};

describe('a fit whose engine is missing', () => {
  const engine = fakeEngine({ fit: () => Promise.reject(new Error('engine.js is missing.')) });

  it('lets the turn go on with the messages as they came, numbers unknown', async () => {
    const reported: unknown[] = [];
    const outcome = await fitOrPass(engine, request, new AbortController().signal, (fault) => reported.push(fault));
    assert.equal(outcome.messages, request.messages);
    assert.equal(outcome.kind, 'failed');
    assert.equal(outcome.budget.kind, 'unknown');
    assert.equal(reported.length, 1);
  });

  it('still ends on a cancel', async () => {
    await assert.rejects(
      fitOrPass(engine, request, AbortSignal.abort(), () => undefined),
      { name: 'AbortError' },
    );
  });
});
