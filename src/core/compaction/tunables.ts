/** The numbers that decide how far a compaction goes. Each has its reason; none decides whether one happens. */

/** Room kept free by a compaction so that the next one is many turns away (C6). 25 % gives about 4 in 60 turns at 8k. */
export const defaultHeadroomPercent = 25;

/** Room kept for the passages that recall brings back on the compacting request (C6): four passages of about 500 tokens. */
export const recallReserveTokens = 2048;

/** Most of the target that a checkpoint may take: enough for its four parts, small beside the history it makes room for. */
export const checkpointTargetShare = 0.2;

/** Beyond this a longer checkpoint no longer adds what a search does not find better. */
export const checkpointMaxTokens = 6000;

/** Tool rounds at the end of the branch whose outputs the model is still working with: not pruned in step 3. */
export const newestRoundsKept = 3;

/** Tool outputs below this are not worth a receipt, which itself takes about 60 tokens. */
export const prunableOutputTokens = 200;

/** How much of each oversized body stays readable, tried from the first to the last until the request fits (step 5). */
export const previewUnitSteps = [6000, 2000, 600, 0] as const;

/** Exact facts looked up to measure the retention of one compaction (C18). */
export const retentionSampleSize = 24;
