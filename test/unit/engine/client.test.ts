import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Engine, FitRequest } from '../../../src/engine/api';
import { createEngineClient } from '../../../src/engine/client';

/** Answers `conversations` with its own number of calls, hangs on `overview`, dies on `undo`, fails on `delete`. */
const workerText = `
const { parentPort } = require('node:worker_threads');
let calls = 0;
parentPort.on('message', ({ kind, call, method }) => {
  if (kind !== 'call') return;
  calls += 1;
  if (method === 'undo') process.exit(3);
  if (method === 'delete') parentPort.postMessage({ kind: 'fault', call, message: 'No such conversation.' });
  if (method === 'conversations') parentPort.postMessage({ kind: 'result', call, value: calls });
  if (method === 'dispose') parentPort.postMessage({ kind: 'result', call });
});
parentPort.postMessage({ kind: 'notice', sentence: 'Started.' });
`;

describe('the engine behind its thread', () => {
  let folder: string;
  let engine: Engine;
  let notices: string[];
  const open = (workerFile: string) =>
    createEngineClient({
      workerFile,
      storageFolder: folder,
      wasmFile: '',
      onNotice: (sentence) => notices.push(sentence),
    });
  beforeEach(async () => {
    notices = [];
    folder = await mkdtemp(path.join(tmpdir(), 'throughline-engine-'));
    const workerFile = path.join(folder, 'worker.cjs');
    await writeFile(workerFile, workerText);
    engine = open(workerFile);
  });
  afterEach(async () => {
    await engine.dispose();
    await rm(folder, { recursive: true });
  });

  // Cases 91, 92 and 94: whatever the thread waits for, the caller does not.
  it('lets a call go as soon as it is cancelled, and ignores what comes late', async () => {
    const controller = new AbortController();
    const hanging = engine.overview('c1', { offset: 0, limit: 1 }, controller.signal);
    setImmediate(() => {
      controller.abort();
    });
    await assert.rejects(hanging, { name: 'AbortError' });
    assert.equal(await engine.conversations(), 2);
  });

  it('sends no call that was cancelled before', async () => {
    await assert.rejects(engine.undo('c1', AbortSignal.abort()), { name: 'AbortError' });
    assert.equal(await engine.conversations(), 1);
  });

  it('says that it died, and starts again with the next call', async () => {
    const hanging = engine.overview('c1', { offset: 0, limit: 1 });
    const dying = engine.undo('c1');
    for (const call of [hanging, dying])
      await assert.rejects(call, /^Error: Throughline's engine stopped \(exit code 3\)/);
    assert.equal(await engine.conversations(), 1);
  });

  it('hands a fault on as its sentence, and a notice as it comes', async () => {
    await assert.rejects(engine.delete('c1'), { message: 'No such conversation.' });
    assert.deepEqual(notices, ['Started.']);
  });

  // Case 117: opening the editor neither waits for the archive nor fails with it.
  it('starts nothing before the first call, which says what is missing', async () => {
    const missing = open(path.join(folder, 'gone.cjs'));
    await missing.dispose();
    await assert.rejects(missing.conversations(), /engine is missing \(.*gone\.cjs\): reinstall the extension/);
  });

  it('leaves no call waiting when it is disposed of', async () => {
    const hanging = assert.rejects(engine.overview('c1', { offset: 0, limit: 1 }), /engine stopped/);
    await engine.dispose();
    await hanging;
  });

  it('rejects a call whose arguments cannot cross the thread, and goes on', async () => {
    const request = { focus: () => undefined } as unknown as FitRequest;
    await assert.rejects(engine.fit(request), /could not be cloned/);
    assert.equal(await engine.conversations(), 1);
  });
});
