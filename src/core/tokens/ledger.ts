import type { CountMethod } from './counter';

/** Categories of the ledger, in the order they are shown. */
export const ledgerCategories = [
  'instructions',
  'tools',
  'checkpoint',
  'carried',
  'memory',
  'recalled',
  'history',
  'toolCalls',
  'toolResults',
  'attachments',
  'images',
  'current',
] as const;

/** What a token of the request was spent on. */
export type LedgerCategory = (typeof ledgerCategories)[number];

/** What one assembled request holds. Trigger, meter, notice, statistics and `/context` all read this record. */
export interface Ledger {
  /** Tokens per category; they add up to `total`. */
  readonly categories: Readonly<Record<LedgerCategory, number>>;
  /** Tokens of the request as sent. */
  readonly total: number;
  /** Tokens kept free for the answer: shown beside the request, never counted as used. */
  readonly replyReserve: number;
  readonly method: CountMethod;
  /** Half-width of the error to expect, as a share of `total`. */
  readonly uncertainty: number;
}
