import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openDiskArchive } from '../archive/openDiskArchive';
import { createCounters } from './counters';
import { LocalEngine } from './engine';
import type { FromWorker, ToWorker, WorkerStart } from './protocol';

/** The worker's end of the protocol: calls in, results out, one engine behind. */
function serve(port: NonNullable<typeof parentPort>, settings: WorkerStart): void {
  const post = (message: FromWorker) => port.postMessage(message);
  const engine = new LocalEngine({
    store: openDiskArchive({ ...settings, onNotice: (sentence) => post({ kind: 'notice', sentence }) }),
    counterOf: createCounters(),
    now: Date.now,
    newId: randomUUID,
  });
  const running = new Map<number, AbortController>();

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'cancel') return running.get(message.call)?.abort();
    const { call, method, args } = message;
    const controller = new AbortController();
    running.set(call, controller);
    const work = engine[method] as (...args: unknown[]) => Promise<unknown>;
    Promise.resolve()
      .then(() => work.call(engine, ...args, controller.signal))
      .then(
        (value) => post({ kind: 'result', call, value }),
        (error: unknown) =>
          post({ kind: 'fault', call, message: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => running.delete(call));
  });
}

if (parentPort) serve(parentPort, workerData as WorkerStart);
