import type { BranchMessage, MessageId } from '../../conversation/message';
import { keepStart } from '../../conversation/unicode';
import { quote } from './defang';
import type { Entry } from './entry';
import { exactFacts } from './facts';
import { contentWords, edgesOf, oneLine, sentencesOf } from '../../conversation/sentences';
import { spread } from './spread';
import type { Request, Said, Transcript } from './transcript';

/**
 * The continuation summary without a model: one line per step in the words of the conversation, cited, in the order in
 * which the steps deserve their place: the newest ones (where the work goes on), then the most telling of each stretch,
 * in rounds that halve the stretches, so that whatever number fits is spread over the whole conversation. Made one by
 * one: a reader that stops early pays for what it took.
 *
 * @param focus what the checkpoint is to dwell on; steps on it come before all others
 * @param shown messages whose words are shown elsewhere: not quoted again
 */
export function* summaryEntries(
  transcript: Transcript,
  focus: string,
  shown: ReadonlySet<MessageId>,
): Generator<Entry, void> {
  const focusWords = new Set(contentWords(focus));
  const steps = stepsOf(transcript, shown);
  const weighed = [...spread(steps.slice(0, -newestSteps), maxStepsWeighed), ...steps.slice(-newestSteps)];
  for (const step of inOrderOfClaim(weighed, focusWords)) {
    const entry = entryOf(step, transcript);
    if (entry) yield entry;
  }
}

/** What just happened is needed to go on, whatever it says. */
const newestSteps = 4;
const focusSteps = 8;

/** Far more than fit any summary; weighing each of ten thousand turns would take longer than counting them. */
const maxStepsWeighed = 600;

/** A request with the answer to it; in a turn of many rounds, one remark of the assistant with the calls around it. */
interface Step {
  readonly ordinal: number;
  readonly turn: number;
  readonly request?: Request;
  readonly answer?: Said;
  readonly tools: ReadonlyMap<string, number>;
}

interface StepInTheMaking extends Step {
  request?: Request;
  answer?: Said;
  readonly tools: Map<string, number>;
}

function stepsOf({ requests, answers, calls }: Transcript, shown: ReadonlySet<MessageId>): Step[] {
  const steps: StepInTheMaking[] = [];
  const stepAt = (turn: number, ordinal: number, isNew: boolean) => {
    const last = steps.at(-1);
    if (last && last.turn === turn && !isNew) return last;
    const step: StepInTheMaking = { ordinal, turn, tools: new Map() };
    steps.push(step);
    return step;
  };
  const places = [
    ...requests.map((said) => ({ kind: 'request' as const, ...place(said.message), said })),
    ...answers.map((said) => ({ kind: 'answer' as const, ...place(said.message), said })),
    ...calls.map(({ turn, ordinal, name }) => ({ kind: 'call' as const, turn, ordinal, name })),
  ].toSorted((a, b) => a.ordinal - b.ordinal);
  for (const here of places) {
    if (here.kind === 'request') {
      const step = stepAt(here.turn, here.ordinal, true);
      if (!shown.has(here.said.message.id)) step.request = here.said;
    } else if (here.kind === 'answer') {
      if (shown.has(here.said.message.id)) continue;
      const step = stepAt(here.turn, here.ordinal, steps.at(-1)?.answer !== undefined);
      step.answer = here.said;
    } else {
      const { tools } = stepAt(here.turn, here.ordinal, false);
      tools.set(here.name, (tools.get(here.name) ?? 0) + 1);
    }
  }
  return steps;
}

function place({ turn, ordinal }: BranchMessage): { turn: number; ordinal: number } {
  return { turn, ordinal };
}

function* inOrderOfClaim(steps: readonly Step[], focusWords: ReadonlySet<string>): Generator<Step, void> {
  const scores = new Map(steps.map((step) => [step, scoreOf(step)]));
  const taken = new Set<Step>();
  const best = (among: readonly Step[]) =>
    among
      .filter((step) => !taken.has(step))
      .reduce<Step | undefined>((one, step) => (one && claim(one) >= claim(step) ? one : step), undefined);
  const claim = (step: Step) => scores.get(step) ?? 0;
  for (const step of [...onFocus(steps, focusWords), ...steps.slice(-newestSteps).reverse()]) {
    if (taken.has(step)) continue;
    taken.add(step);
    yield step;
  }
  for (let stretches = 4; taken.size < steps.length && stretches < 2 * steps.length + 4; stretches *= 2) {
    for (let stretch = stretches - 1; stretch >= 0; stretch -= 1) {
      const from = Math.floor((stretch * steps.length) / stretches);
      const until = Math.floor(((stretch + 1) * steps.length) / stretches);
      const step = best(steps.slice(from, until));
      if (!step) continue;
      taken.add(step);
      yield step;
    }
  }
}

function scoreOf({ request, answer, tools }: Step): number {
  const asked = request ? keepStart(request.text, readUnits) : '';
  const answered = answer ? keepStart(answer.text, readUnits) : '';
  const values = new Set([...exactFacts(asked), ...exactFacts(answered)].map(({ value }) => value));
  return Math.sqrt(values.size) + (request?.standing ?? 0) + Math.sqrt(tools.size);
}

/** Enough of a message to know what it is about. */
const readUnits = 800;

function onFocus(steps: readonly Step[], focusWords: ReadonlySet<string>): Step[] {
  if (focusWords.size === 0) return [];
  return steps
    .map((step) => ({ step, shared: sharedWords(step, focusWords) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || b.step.ordinal - a.step.ordinal)
    .slice(0, focusSteps)
    .map(({ step }) => step);
}

function sharedWords({ request, answer }: Step, focusWords: ReadonlySet<string>): number {
  const said = new Set([request, answer].flatMap((one) => (one ? contentWords(edgesOf(one.text, edgeUnits)) : [])));
  return [...focusWords].filter((word) => said.has(word)).length;
}

function entryOf({ turn, ordinal, request, answer, tools }: Step, { citations }: Transcript): Entry | undefined {
  const first = request ?? answer;
  const citation = (first && citations.get(first.message.id)) ?? `#${turn}`;
  const parts = [
    request ? `user ${quote(gist(request.text), askedUnits)}` : '',
    tools.size > 0 ? `tools ${toolNames(tools)}` : '',
    answer ? `assistant ${quote(outcome(answer.text), answeredUnits)}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : { text: `- ${citation} ${parts.join(' · ')}`, ordinal };
}

const askedUnits = 180;
const answeredUnits = 170;

/** The first sentence of a request, with the next one where the first is only a greeting. */
function gist(text: string): string {
  const [first = '', second = ''] = sentencesOf(keepStart(text, readUnits));
  if (first === '') return oneLine(text, askedUnits);
  return first.length < shortSentenceUnits ? `${first} ${second}` : first;
}

/** The telling sentence of an answer: with the most exact values among the first and the last ones; else the first. */
function outcome(text: string): string {
  const sentences = sentencesOf(edgesOf(text, edgeUnits));
  const [first = oneLine(text, answeredUnits)] = sentences;
  let best = { sentence: first, values: first.length < shortSentenceUnits ? -1 : exactFacts(first).length };
  for (const sentence of [...sentences.slice(1, 3), ...sentences.slice(3).slice(-2)]) {
    if (sentence.length < shortSentenceUnits) continue;
    const values = exactFacts(sentence).length;
    if (values > best.values) best = { sentence, values };
  }
  return best.sentence;
}

const edgeUnits = 1_000;
const shortSentenceUnits = 30;
const maxToolNames = 5;

function toolNames(tools: ReadonlyMap<string, number>): string {
  const names = [...tools].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const counted = names.slice(0, maxToolNames).map(([name, times]) => {
    const shortName = oneLine(name, toolNameUnits);
    return times > 1 ? `${shortName}×${times}` : shortName;
  });
  return counted.join(', ') + (names.length > maxToolNames ? ', …' : '');
}

const toolNameUnits = 48;
