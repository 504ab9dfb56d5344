import type { BranchMessage, MessageId } from '../../conversation/message';
import { carriedHeader } from './frame';
import { defang, fence } from './defang';
import { normalised } from './sentences';
import { standingOf } from './standing';
import type { Standing } from './standing';
import type { Said } from './transcript';

export interface CarriedInput {
  /** What a person asked in the covered turns, oldest first; see `transcriptOf`. */
  readonly requests: readonly Said[];
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
 * 3. The others by standing (rules, preferences, constraints, the rest: see {@link standingOf}); within one standing
 *    those of ordinary size first; among equals newest first. Newest first alone would lose a rule given sixty turns
 *    ago to eight remarks of this morning.
 * 4. One that does not fit is skipped whole, and the next is tried.
 *
 * The newest rule is thus always at least as well placed as an older one, so a rule that was changed is never shown
 * without its change. Rendered oldest first: later ones supersede earlier ones.
 */
export function carriedInstructions(input: CarriedInput): CarriedInstructions {
  const candidates = distinct(input);
  const opening = openingOf(input.requests, candidates);
  const chosen: Candidate[] = [];
  let used = input.countText(`${carriedHeader}\n`);
  for (const candidate of [...(opening ? [opening] : []), ...byClaim(candidates, input.budgetTokens)]) {
    if (chosen.length === maxCarriedItems) break;
    if (chosen.includes(candidate) || used + candidate.tokens > input.budgetTokens) continue;
    chosen.push(candidate);
    used += candidate.tokens;
  }
  // Counts of pieces add up to the count of the whole only nearly; the last chosen go until it is true of the whole.
  while (chosen.length > 0 && input.countText(render(chosen)) > input.budgetTokens) chosen.pop();
  return { text: render(chosen), messages: inOrder(chosen).map(({ message }) => message) };
}

/** One message as the block shows it: verbatim, on one line or in a fence no line of it can close. */
export function carriedItem(turn: number, text: string): string {
  return /[\r\n]/.test(text) ? `- #${turn}:\n${fence(text)}` : `- #${turn}: “${defang(text)}”`;
}

interface Candidate {
  readonly message: BranchMessage;
  readonly key: string;
  readonly item: string;
  readonly tokens: number;
  readonly standing: Standing;
}

function distinct({ requests, shown, currentText, budgetTokens, countText }: CarriedInput): Candidate[] {
  const said = new Set([normalised(currentText)]);
  for (const { message, text } of requests) if (shown.has(message.id)) said.add(normalised(text));
  const candidates: Candidate[] = [];
  for (const { message, text } of requests.toReversed()) {
    // A token is hardly ever shorter than a UTF-16 unit: what is this long cannot fit, and need not be counted.
    if (shown.has(message.id) || text.length > budgetTokens * unitsPerTokenBound) continue;
    const key = normalised(text);
    if (said.has(key)) continue;
    said.add(key);
    const item = carriedItem(message.turn, text);
    candidates.push({ message, key, item, tokens: countText(`${item}\n`), standing: standingOf(text) });
  }
  return candidates.reverse();
}

/** English prose has about 4.5 units a token, white space and long words at most some 16. */
const unitsPerTokenBound = 16;

/** The opening request, or the newest message that says the same. */
function openingOf(requests: readonly Said[], candidates: readonly Candidate[]): Candidate | undefined {
  const [first] = requests;
  return first && candidates.find(({ key }) => key === normalised(first.text));
}

function byClaim(candidates: readonly Candidate[], budgetTokens: number): Candidate[] {
  const isLarge = ({ tokens }: Candidate) => Number(tokens > budgetTokens * largeItemShare);
  return candidates.toSorted(
    (a, b) => b.standing - a.standing || isLarge(a) - isLarge(b) || b.message.ordinal - a.message.ordinal,
  );
}

function inOrder(chosen: readonly Candidate[]): Candidate[] {
  return chosen.toSorted((a, b) => a.message.ordinal - b.message.ordinal);
}

function render(chosen: readonly Candidate[]): string {
  return chosen.length === 0 ? '' : [carriedHeader, ...inOrder(chosen).map(({ item }) => item)].join('\n');
}
