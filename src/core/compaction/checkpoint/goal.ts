import type { BranchMessage } from '../../conversation/message';
import { quote } from './defang';
import type { Entry } from './entry';
import type { Said, Transcript } from './transcript';
import { personText } from './transcript';
import { isContinuePhrase } from '../../conversation/continuePhrase';

/** A goal is named, not retold: the words themselves are carried or can be read under the citation. */
const goalUnits = 320;

/**
 * The goal: the opening request, and the task in progress when the checkpoint was made, which is the newest message
 * that names something ("continue" names nothing, so the task before it goes on).
 *
 * @param carried turns whose request is shown verbatim: they are cited, not quoted again
 */
export function goalOf(
  transcript: Transcript,
  current: BranchMessage | undefined,
  carried: ReadonlySet<number>,
): Entry[] {
  const opening = transcript.requests[0] ?? saidNow(current);
  const latest = saidNow(current) ?? transcript.requests.at(-1);
  if (!opening || !latest) return [];
  if (latest.message.turn === opening.message.turn) return [goal('Request', opening, carried)];
  return [goal('Opening request', opening, carried), goal('Latest request', latest, carried)];
}

function goal(label: string, { message, text }: Said, carried: ReadonlySet<number>): Entry {
  const { turn, ordinal } = message;
  const words = carried.has(turn) ? 'see Carried instructions' : quote(text, goalUnits);
  return { text: `- ${label} #${turn}: ${words}`, ordinal };
}

function saidNow(current: BranchMessage | undefined): Said | undefined {
  const text = current ? personText(current) : '';
  return !current || isContinuePhrase(text) ? undefined : { message: current, text };
}
