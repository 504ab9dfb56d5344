import type { ArchiveStore, Passage, SearchResult } from '../core/archive/store';
import { renderPassages } from '../core/recall/renderPassages';
import type { TokenCounter } from '../core/tokens/counter';
import type { EngineSearch } from './api';

/**
 * One search for every surface. With a scope only passages of the branch that are not in the request are served;
 * without one everything the archive holds. The lowest-ranked passages are dropped until the rendered result fits
 * `maxTokens`; no hits where not even the best one fits.
 */
export async function searchArchive(
  store: ArchiveStore,
  counter: TokenCounter,
  request: EngineSearch,
): Promise<SearchResult> {
  const { conversation, query, limit, scope, maxTokens } = request;
  const found = await store.search(conversation, {
    query,
    limit,
    branch: new Set(scope?.branch),
    live: new Set(scope?.live),
    ...(!scope && { includeAll: true }),
  });
  return maxTokens === undefined ? found : { ...found, hits: withinTokens(found.hits, counter, maxTokens) };
}

function withinTokens(hits: readonly Passage[], counter: TokenCounter, maxTokens: number): readonly Passage[] {
  for (let count = hits.length; count > 0; count--) {
    const kept = hits.slice(0, count);
    if (counter.countText(renderPassages(kept)) <= maxTokens) return kept;
  }
  return [];
}
