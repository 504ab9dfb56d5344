import type { ArchiveStore } from '../../src/core/archive/store';
import { computeBudget } from '../../src/core/budget/computeBudget';
import type { CancellationSignal } from '../../src/core/compaction/cancellation';
import type { FitInput } from '../../src/core/compaction/fitInput';
import { fitRequest } from '../../src/core/compaction/fitRequest';
import type { FitOutcome } from '../../src/core/compaction/outcome';
import { identify } from '../../src/core/conversation/identity';
import type { Message } from '../../src/core/conversation/message';
import { stubCounter } from './stubCounter';

export const searchTool = { name: 'search_conversation', description: 'Search earlier turns.', parametersJson: '{}' };
export const readTool = { name: 'read_conversation', description: 'Read an earlier turn.', parametersJson: '{}' };

export const toolOffer: FitInput['retrieval'] = {
  kind: 'tools',
  tools: [searchTool, readTool],
  note: 'Older turns are in the archive.',
  searchToolName: searchTool.name,
  readToolName: readTool.name,
};

export interface FitOptions extends Partial<Omit<FitInput, 'branch'>> {
  readonly store: ArchiveStore;
  /** Input limit in tokens; 80 % of it is the target. */
  readonly window?: number;
  readonly signal?: CancellationSignal;
}

/** One fit of a transcript with an input limit of 1,000 tokens by {@link stubCounter} unless told otherwise. */
export function fit(
  messages: readonly Message[],
  { store, window = 1000, signal, ...options }: FitOptions,
): Promise<FitOutcome> {
  let ids = 0;
  return fitRequest(
    {
      conversation: 'test',
      branch: identify(messages),
      tools: [],
      budget: computeBudget({ maxInputTokens: window }, {}),
      counter: stubCounter,
      policy: 'checkpoint',
      headroomPercent: 25,
      recall: true,
      archive: true,
      retrieval: toolOffer,
      trigger: 'request',
      ...options,
    },
    { store, now: () => 0, newId: () => `id-${(ids += 1)}-${messages.length}` },
    signal,
  );
}
