import { recallMaxPassages, type SearchEvicted } from '../recall/forcedRecall';
import type { Branch } from '../conversation/message';
import { retentionSampleSize } from './tunables';
import { retentionOf, sampleFacts, type Retention } from './checkpoint/retention';

/**
 * Measures, without a model, how much of what a compaction took away can still be had (C18): exact facts sampled from
 * the evicted messages, each looked up in the checkpoint and through the search. `undefined` where the evicted
 * messages hold no exact fact: nothing was judged.
 */
export async function measureRetention(
  branch: Branch,
  evicted: Branch,
  checkpointText: string,
  search: SearchEvicted,
): Promise<Retention | undefined> {
  const facts = sampleFacts(evicted, retentionSampleSize);
  if (facts.length === 0) return undefined;
  const ids = branch.map(({ id }) => id);
  return retentionOf(facts, checkpointText, async (question) =>
    (await search(question, recallMaxPassages, ids)).map(({ text }) => text),
  );
}
