import type { Passage } from '../archive/store';
import type { Branch, MessageId } from '../conversation/message';
import { recallQueries } from './recallQueries';

/** Passages brought back by force, at most (R3); halved until they fit. */
export const recallMaxPassages = 4;

/** Passages of the branch that are among the `evicted` messages, best first. */
export type SearchEvicted = (
  query: string,
  limit: number,
  evicted: readonly MessageId[],
) => Promise<readonly Passage[]>;

/**
 * The passages that come back on the compacting request, best first, at most {@link recallMaxPassages} (R1).
 *
 * With two queries each has half of the places, and what one leaves free goes to the other by rank (R2). Why it is
 * forced: a model that is only given a tool often does not search, and then does not know what it no longer sees.
 */
export async function forcedRecall(
  branch: Branch,
  evicted: readonly MessageId[],
  search: SearchEvicted,
): Promise<Passage[]> {
  const rankings: (readonly Passage[])[] = [];
  for (const query of recallQueries(branch)) rankings.push(await search(query, recallMaxPassages, evicted));
  const chosen = new Map<string, Passage>();
  for (let rank = 0; rank < recallMaxPassages; rank++) {
    for (const ranking of rankings) {
      const passage = ranking[rank];
      const key = passage && `${passage.messageId} ${passage.text}`;
      if (passage && key !== undefined && chosen.size < recallMaxPassages && !chosen.has(key)) chosen.set(key, passage);
    }
  }
  return [...chosen.values()];
}
