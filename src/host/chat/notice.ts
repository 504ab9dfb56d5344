import type { Compacted, Diagnosis, FitOutcome } from '../../core/compaction/outcome';
import { formatCount, formatTokens } from '../../shared/figures';
import type { LastCompaction } from '../view/lastRequest';

/** What the notice of a compaction tells; without a boundary there is nothing to show, search or undo. */
export type NoticeFigures = Pick<Compacted, 'before' | 'after' | 'turnsMoved' | 'searchable' | 'recalled' | 'boundary'>;

/**
 * The compaction that the user is to be told of with this outcome: its own, or the one in force where no turn of this
 * chat has told of it, because its turn was cancelled, lost in a reload or edited away. `told` is the last one told.
 */
export function untoldCompaction(outcome: FitOutcome, told: LastCompaction | undefined): NoticeFigures | undefined {
  if (outcome.kind === 'compacted') return outcome;
  if (outcome.kind !== 'replayed' || outcome.boundary.createdAt <= (told?.createdAt ?? 0)) return undefined;
  const { boundary } = outcome;
  const { before, after, turnsMoved } = boundary;
  // A boundary is stored only behind an archive that holds what it covers.
  return { before, after, turnsMoved, boundary, searchable: true, recalled: [] };
}

/** One compaction in one line: the title of the first button of its notice (R7). */
export function compactionNotice({ before, after, turnsMoved, searchable, recalled }: NoticeFigures): string {
  const moved = turnsMoved > 0 ? `${formatCount(turnsMoved, 'turn')} moved` : 'tool outputs moved';
  return [
    `Compacted ${formatTokens(before)} → ${formatTokens(after)} tokens`,
    `${moved}, ${searchable ? 'still searchable' : 'not searchable: nothing was archived'}`,
    ...(recalled.length > 0 ? [`${formatCount(recalled.length, 'passage')} recalled`] : []),
  ].join(' · ');
}

/** What else the user must know of an outcome: one sentence, or none. */
export function outcomeSentence(outcome: FitOutcome): string | undefined {
  switch (outcome.kind) {
    case 'irreducible':
      return diagnosisSentence(outcome.diagnosis);
    case 'failed':
      return `Not compacted, nothing changed: ${outcome.reason}`;
    case 'unchanged':
    case 'replayed':
    case 'compacted':
    case 'disabled':
      return undefined;
  }
}

/** Why the request cannot be made to fit, with its numbers and the way out. */
export function diagnosisSentence({ irreducibleTokens, target, advice }: Diagnosis): string {
  return `Too large to compact: ${formatTokens(irreducibleTokens)} tokens cannot be taken away, and a request may use ${formatTokens(target)}. ${advice}`;
}
