import { ArchiveError, type ArchiveStore } from '../../src/core/archive/store';
import { assistantMessage, userMessage, type Message } from '../../src/core/conversation/message';

/** Filler of about this many tokens by the stub counter. */
export function fillerOf(tokens: number): string {
  return 'lorem ipsum dolor sit '.repeat(Math.ceil((tokens * 4) / 22)).slice(0, tokens * 4);
}

/** Finished turns of about twice `tokens` tokens each, numbered from `first`; each names a value of its own. */
export function longChat(turns: number, tokens = 60, first = 1): Message[] {
  return Array.from({ length: turns }, (_, index) => [
    userMessage(`Note that value-${first + index} is ${7000 + first + index}. ${fillerOf(tokens)}`),
    assistantMessage(`Noted value-${first + index}. ${fillerOf(tokens)}`),
  ]).flat();
}

/** The store, with some of its methods replaced. */
export function storeWith(store: ArchiveStore, methods: Partial<ArchiveStore>): ArchiveStore {
  return new Proxy(store, {
    get: (target, key: keyof ArchiveStore) => methods[key] ?? target[key].bind(target),
  });
}

/** Rejects as a store does whose file another window holds. */
export function locked(): Promise<never> {
  return Promise.reject(new ArchiveError('locked', 'Another window is writing to the archive.'));
}
