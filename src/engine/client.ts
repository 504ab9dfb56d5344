import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Engine } from './api';
import type {
  EngineArguments,
  EngineMethod,
  EngineResult,
  FromWorker,
  ToWorker,
  WorkerSettings,
  WorkerStart,
} from './protocol';

/** Where the worker's files are, and who hears its notices. */
export interface EngineClientOptions extends WorkerSettings {
  /** The worker's bundle. */
  readonly workerFile: string;
  /** A sentence the user should see once. */
  readonly onNotice: (sentence: string) => void;
}

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * The engine behind a worker thread. The thread starts with the first call, so that activation does not wait for it;
 * after it died it starts again with the next one. Calls reject with an `Error` whose message is one sentence when
 * the worker cannot start or dies, and with an `AbortError` as soon as their signal is aborted.
 */
export function createEngineClient(options: EngineClientOptions): Engine {
  const client = new EngineClient(options);
  return {
    fit: (request, signal) => client.call('fit', [request], signal),
    search: (request, signal) => client.call('search', [request], signal),
    read: (request, signal) => client.call('read', [request], signal),
    record: (conversation, messages, signal) => client.call('record', [conversation, messages], signal),
    fetch: (conversation, ids, signal) => client.call('fetch', [conversation, ids], signal),
    overview: (conversation, page, signal) => client.call('overview', [conversation, page], signal),
    conversations: (signal) => client.call('conversations', [], signal),
    undo: (conversation, signal) => client.call('undo', [conversation], signal),
    delete: (conversation, signal) => client.call('delete', [conversation], signal),
    dispose: () => client.dispose(),
  };
}

class EngineClient {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, PendingCall>();
  private lastCall = 0;
  private readonly goneThreads: number[] = [];

  constructor(private readonly options: EngineClientOptions) {}

  call<M extends EngineMethod>(method: M, args: EngineArguments<M>, signal?: AbortSignal): Promise<EngineResult<M>> {
    return new Promise<EngineResult<M>>((resolve, reject) => {
      if (signal?.aborted) return reject(abortError());
      const worker = this.start();
      const call = (this.lastCall += 1);
      // Throws, and so rejects, where the arguments cannot cross a thread: then nothing waits for an answer.
      worker.postMessage({ kind: 'call', call, method, args } satisfies ToWorker);
      const onAbort = () => {
        this.pending.delete(call);
        worker.postMessage({ kind: 'cancel', call } satisfies ToWorker);
        reject(abortError());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = () => signal?.removeEventListener('abort', onAbort);
      this.pending.set(call, {
        resolve: (value) => (settle(), resolve(value)),
        reject: (reason) => (settle(), reject(reason)),
      });
    });
  }

  /** Lets running writes end, then stops the thread. */
  async dispose(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    await this.call('dispose', []).catch(() => undefined);
    // Its end rejects what was asked for in the meantime: no call may wait for an answer that never comes.
    await worker.terminate();
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const { workerFile, storageFolder, wasmFile } = this.options;
    if (!existsSync(workerFile))
      throw new Error(
        `Throughline's engine is missing (${workerFile}): reinstall the extension. Until then chats are sent uncompacted.`,
      );
    const { goneThreads } = this;
    const workerData: WorkerStart = { storageFolder, wasmFile, goneThreads };
    const worker = new Worker(workerFile, { workerData });
    // An ended worker no longer knows its number.
    const { threadId } = worker;
    worker.on('message', (message: FromWorker) => this.receive(message));
    worker.on('error', (error) => this.stopped(worker, threadId, error.message));
    worker.on('exit', (code) => this.stopped(worker, threadId, `exit code ${code}`));
    this.worker = worker;
    return worker;
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'notice') return this.options.onNotice(message.sentence);
    const call = this.pending.get(message.call);
    this.pending.delete(message.call);
    if (message.kind === 'result') call?.resolve(message.value as never);
    else call?.reject(new Error(message.message));
  }

  private stopped(worker: Worker, threadId: number, why: string): void {
    if (this.worker !== worker) return;
    this.goneThreads.push(threadId);
    this.worker = undefined;
    const calls = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of calls)
      reject(
        new Error(
          `Throughline's engine stopped (${why}): the chat goes on uncompacted, and the engine starts again with the next message.`,
        ),
      );
  }
}

function abortError(): Error {
  return new DOMException('The call was cancelled.', 'AbortError');
}
