import type { BranchMessage, MessageId } from '../../conversation/message';
import { carriedHeader } from './frame';
import { defang, fence } from './defang';
import { normalised } from '../../conversation/sentences';
import type { Request } from './transcript';

export interface CarriedInput {
  /** What a person asked in the covered turns, oldest first; see `transcriptOf`. */
  readonly requests: readonly Request[];
  /** Messages still shown verbatim: not repeated, and nothing that says the same. */
  readonly shown: ReadonlySet<MessageId>;
  /** Text of the newest user message where the request shows it anyway, else empty. */
  readonly currentText: string;
  /** Tokens of the whole block, header included. */
  readonly budgetTokens: number;
  readonly countText: (text: string) => number;
}

export interface CarriedInstructions {
  /** The block as rendered, header first, oldest first; empty where nothing is carried. */
  readonly text: string;
  readonly messages: readonly BranchMessage[];
}

/** Items of the block, the opening request among them. */
export const maxCarriedItems = 8;

/** The block is the smaller of these two: a small window cannot spare more, and a large one gains little by it. */
export const maxCarriedTokens = 1_024;
export const maxCarriedShareOfTarget = 0.1;

/** Within a standing, messages above this share of the block wait: one long paste must not push out seven rules. */
const largeItemShare = 0.25;

/**
 * Chooses the user messages that stay verbatim across a checkpoint.
 *
 * 1. Of messages that say the same, only the newest counts. What is still shown is left out.
 * 2. The opening request takes its reserved place where it fits.
 * 3. The others by standing (rules, preferences, constraints, the rest: see `standing.ts`); within one standing
 *    those of ordinary size first; among equals newest first. Newest first alone would lose a rule given sixty turns
 *    ago to eight remarks of this morning.
 * 4. One that does not fit is skipped whole, and the next is tried.
 *
 * Within a standing a rule is thus never shown while a newer one of ordinary size is left out: a change of a rule
 * comes with it. Rendered oldest first: later ones supersede earlier ones.
 */
export function carriedInstructions(input: CarriedInput): CarriedInstructions {
  const { requests, shown, currentText, budgetTokens, countText } = input;
  const said = new Set([normalised(currentText)]);
  for (const { message, text } of requests) if (shown.has(message.id)) said.add(normalised(text));
  const chosen: Candidate[] = [];
  let used = countText(`${carriedHeader}\n`);
  let misses = 0;
  for (const { message, text } of inOrderOfClaim(requests, budgetTokens)) {
    if (chosen.length === maxCarriedItems || misses === missesUntilFull) break;
    // A token hardly ever has more units than this: what is longer cannot fit, and need not be counted.
    if (shown.has(message.id) || text.length > (budgetTokens - used) * mostUnitsPerToken) continue;
    const key = normalised(text);
    if (said.has(key)) continue;
    const item = carriedItem(message.turn, text);
    const tokens = countText(`${item}\n`);
    if (used + tokens > budgetTokens) {
      misses += 1;
      continue;
    }
    said.add(key);
    chosen.push({ message, item });
    used += tokens;
  }
  // Counts of pieces add up to the count of the whole only nearly; the last chosen go until it is true of the whole.
  while (chosen.length > 0 && countText(render(chosen)) > budgetTokens) chosen.pop();
  return { text: render(chosen), messages: inOrder(chosen).map(({ message }) => message) };
}

/** One message as the block shows it: verbatim, on one line or in a fence no line of it can close. */
function carriedItem(turn: number, text: string): string {
  return /[\r\n]/.test(text) ? `- #${turn}:\n${fence(text)}` : `- #${turn}: “${defang(text)}”`;
}

interface Candidate {
  readonly message: BranchMessage;
  readonly item: string;
}

/** So many tries in vain, and the block counts as full. */
const missesUntilFull = 48;
const mostUnitsPerToken = 16;

/** English prose: enough to tell an ordinary message from a long one without counting it. */
const usualUnitsPerToken = 4;

function inOrderOfClaim(requests: readonly Request[], budgetTokens: number): Request[] {
  const largeUnits = budgetTokens * largeItemShare * usualUnitsPerToken;
  const isLarge = ({ text }: Request) => Number(text.length > largeUnits);
  // Newest first, so that of messages that say the same the newest is met first: their standing is the same.
  const claims = requests
    .toReversed()
    .toSorted((a, b) => b.standing - a.standing || isLarge(a) - isLarge(b) || b.message.ordinal - a.message.ordinal);
  const opening = openingOf(requests);
  return opening ? [opening, ...claims] : claims;
}

/** The opening request, or the newest message that says the same. */
function openingOf(requests: readonly Request[]): Request | undefined {
  const [first] = requests;
  if (!first) return undefined;
  const key = normalised(first.text);
  // Only texts of about its length can say the same; folding all others would cost more than the block is worth.
  const isAlike = ({ length }: string) => length < 2 * first.text.length + 16 && first.text.length < 2 * length + 16;
  return requests.findLast(({ text }) => isAlike(text) && normalised(text) === key);
}

function inOrder(chosen: readonly Candidate[]): Candidate[] {
  return chosen.toSorted((a, b) => a.message.ordinal - b.message.ordinal);
}

function render(chosen: readonly Candidate[]): string {
  return chosen.length === 0 ? '' : [carriedHeader, ...inOrder(chosen).map(({ item }) => item)].join('\n');
}
