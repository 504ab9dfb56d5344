import type { Branch } from '../conversation/message';
import type { Boundary, Policy } from './boundary';
import { coveredCountAfter } from './cut';
import { currentIndex, type Cut } from './layout';

/**
 * Finds the newest stored boundary that holds on this branch, and the cut it makes here (step 2).
 *
 * It holds only if the digest of the prefix it covers is found on the branch: after an edit inside the prefix an
 * earlier, shallower one may still hold. A boundary made under another policy is passed over.
 */
export function replayBoundary(
  branch: Branch,
  boundaries: readonly Boundary[],
  policy: Policy,
): { boundary: Boundary; cut: Cut } | undefined {
  const positions = new Map(branch.map(({ id }, index) => [id, index]));
  const current = branch[currentIndex(branch)]?.id;
  for (const boundary of boundaries) {
    if (boundary.policy !== policy) continue;
    const lastCovered = boundary.covers === undefined ? undefined : (positions.get(boundary.covers) ?? -1);
    if (lastCovered === -1) continue;
    const coveredCount = lastCovered === undefined ? 0 : coveredCountAfter(branch, lastCovered);
    const kept = new Set(boundary.kept.filter((id) => positions.has(id)));
    const shortened = boundary.shortened.filter(({ id }) => (positions.get(id) ?? -1) >= coveredCount || kept.has(id));
    if (coveredCount === 0 && shortened.length === 0) continue;
    const currentIsCovered = current !== undefined && (positions.get(current) ?? 0) < coveredCount;
    if (currentIsCovered && !kept.has(current)) continue;
    return {
      boundary,
      cut: { coveredCount, kept, shortened, ...(boundary.checkpoint && { checkpoint: boundary.checkpoint }) },
    };
  }
  return undefined;
}
