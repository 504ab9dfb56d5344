import type { Engine } from '../../src/engine/api';

/** An engine that knows nothing and stores nothing, but for the methods given. */
export function fakeEngine(methods: Partial<Engine>): Engine {
  const nothing = () => Promise.reject(new Error('This fake does not do that.'));
  return {
    fit: nothing,
    search: () => Promise.resolve({ hits: [], searched: 0 }),
    read: () => Promise.resolve({ kind: 'missing', reason: 'Nothing is archived.' }),
    record: () => Promise.resolve(undefined),
    fetch: () => Promise.resolve([]),
    overview: () => Promise.resolve({ messages: [], total: 0, boundaries: [] }),
    conversations: () => Promise.resolve([]),
    undo: () => Promise.resolve(undefined),
    delete: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
    ...methods,
  };
}
