import type { Engine } from './api';

/** Every call that crosses the thread. `dispose` ends it. */
export type EngineMethod = keyof Engine;

/** Arguments of a method without the signal, which cannot cross a thread: a `cancel` message stands for it. */
export type EngineArguments<M extends EngineMethod> =
  Required<Parameters<Engine[M]>> extends [...infer Given, AbortSignal] ? Given : Parameters<Engine[M]>;

/** What a method resolves to. */
export type EngineResult<M extends EngineMethod> = Awaited<ReturnType<Engine[M]>>;

/** Host to worker. */
export type ToWorker =
  | { readonly kind: 'call'; readonly call: number; readonly method: EngineMethod; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly call: number };

/** Worker to host. An answer to a cancelled call is dropped by the host. */
export type FromWorker =
  | { readonly kind: 'result'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly call: number; readonly message: string }
  /** A sentence the user should see once: a damaged archive was set aside. */
  | { readonly kind: 'notice'; readonly sentence: string };

/** What the worker is started with. */
export interface WorkerSettings {
  /** Folder of the archive: the workspace's storage, or the global one where no folder is open. */
  readonly storageFolder: string;
  readonly wasmFile: string;
}

/** The data a worker thread starts with. */
export interface WorkerStart extends WorkerSettings {
  /** Workers of this process that ended before: one that was killed while it wrote has left its lock behind. */
  readonly goneThreads: readonly number[];
}
