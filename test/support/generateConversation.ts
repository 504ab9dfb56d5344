import fc from 'fast-check';
import type { AttachmentPart, ImagePart, Message, Part, TextPart } from '../../src/core/conversation/message';
import { brokenTexts, oddTexts, oneIn, prose } from './generateText';

export interface ConversationOptions {
  /** Turns before the last one. */
  readonly minTurns: number;
  readonly maxTurns: number;
  /** Words of an ordinary text; one text in eight is ten times as long. */
  readonly maxWords: number;
  /** Tool rounds of a turn; 0 for a chat without tools. */
  readonly maxRounds: number;
  /** Thinking, images, attachments and user messages that no person wrote. */
  readonly extras: boolean;
  /** `odd`: emoji sequences, combining marks, flags, scripts without spaces; `broken`: lone surrogates as well. */
  readonly unicode: 'plain' | 'odd' | 'broken';
  /** Starts with a system message. */
  readonly instructions: boolean;
  /** What the model is to answer: a new user message, or the results of a tool round of the running turn. */
  readonly ending: 'question' | 'results' | 'any';
}

const defaults: ConversationOptions = {
  minTurns: 0,
  maxTurns: 12,
  maxWords: 40,
  maxRounds: 3,
  extras: true,
  unicode: 'odd',
  instructions: true,
  ending: 'any',
};

/** Histories in which every call has its result, as a chat would send them. Shrink to fewer turns and shorter texts. */
export function conversations(options: Partial<ConversationOptions> = {}): fc.Arbitrary<Message[]> {
  const chosen = { ...defaults, ...options };
  const past = fc.array(turns(chosen), { minLength: chosen.minTurns, maxLength: chosen.maxTurns, size: 'max' });
  return fc.tuple(past, turns(chosen), endings(chosen)).map((drawn) => assemble(...drawn, chosen));
}

/**
 * One history, always the same for the same arguments.
 *
 * @param seed a 32-bit integer
 * @param pastTurns turns before the last one
 */
export function generateConversation(
  seed: number,
  pastTurns: number,
  options: Partial<ConversationOptions> = {},
): Message[] {
  const chosen = { ...defaults, ...options };
  const drawn = fc.sample(fc.noBias(turns(chosen)), { seed, numRuns: pastTurns + 1 });
  const [ending] = fc.sample(fc.noBias(endings(chosen)), { seed, numRuns: 1 });
  const last = drawn.pop();
  if (!last || !ending) throw new Error('fast-check drew nothing.');
  return assemble(drawn, last, ending, chosen);
}

/** One turn as it is drawn. Call ids are given when the turns are put together, so that each is used once. */
interface DrawnTurn {
  readonly injected: TextPart | undefined;
  readonly question: readonly Part[];
  readonly rounds: readonly DrawnRound[];
  readonly answer: readonly Part[];
}

interface DrawnRound {
  readonly before: readonly Part[];
  readonly calls: readonly DrawnCall[];
  /** Results of parallel calls in one tool message, or in one each. */
  readonly together: boolean;
}

interface DrawnCall {
  readonly name: string;
  readonly argumentsJson: string;
  readonly content: readonly (TextPart | ImagePart)[];
  readonly failed: boolean;
}

function endings(options: ConversationOptions): fc.Arbitrary<'question' | 'results'> {
  return options.ending === 'any' ? fc.constantFrom('question', 'results') : fc.constant(options.ending);
}

function turns(options: ConversationOptions): fc.Arbitrary<DrawnTurn> {
  const text = texts(options);
  return fc.record({
    injected: extra(options, 8, text),
    question: fc.tuple(extra(options, 6, attachments(text)), text, extra(options, 8, images())).map(present),
    rounds: fc.array(rounds(options), { maxLength: options.maxRounds, size: 'max' }),
    answer: assistantParts(options, text),
  });
}

function rounds(options: ConversationOptions): fc.Arbitrary<DrawnRound> {
  const text = texts(options);
  return fc.record({
    before: assistantParts(options, oneIn(2, text)),
    calls: fc.array(calls(options), { minLength: 1, maxLength: 3, size: 'max' }),
    together: fc.boolean(),
  });
}

function calls(options: ConversationOptions): fc.Arbitrary<DrawnCall> {
  const text = texts(options);
  return fc.record({
    name: fc.constantFrom('read_file', 'run_in_terminal', 'grep_search'),
    argumentsJson: text.map(({ text }) => JSON.stringify({ query: text.split(' ').slice(0, 8).join(' '), limit: 20 })),
    content: fc.tuple(text, extra(options, 8, images())).map(present),
    failed: oneIn(6, fc.constant(true)).map((it) => it ?? false),
  });
}

function assistantParts(
  options: ConversationOptions,
  text: fc.Arbitrary<TextPart | undefined>,
): fc.Arbitrary<readonly Part[]> {
  const thinking = texts(options).map(({ text }): Part => ({
    kind: 'thinking',
    text,
    signature: `sig-${text.length}`,
  }));
  return fc.tuple(extra(options, 4, thinking), text).map((parts) => present<Part | undefined>(parts));
}

function texts(options: ConversationOptions): fc.Arbitrary<TextPart> {
  const odd = options.unicode === 'plain' ? [] : options.unicode === 'odd' ? oddTexts : [...oddTexts, ...brokenTexts];
  const plain = prose(options.maxWords);
  const oneOfOdd = odd.length === 0 ? fc.constant(undefined) : oneIn(4, fc.constantFrom(...odd));
  return fc.tuple(plain, oneOfOdd).map(([words, add]) => ({ kind: 'text', text: add ? `${words} ${add}` : words }));
}

function attachments(text: fc.Arbitrary<TextPart>): fc.Arbitrary<AttachmentPart> {
  return fc.tuple(fc.nat(99), fc.option(text, { nil: undefined })).map(([file, contents]) => ({
    kind: 'attachment',
    reference: `file:///src/file${file}.ts`,
    ...(contents && { text: contents.text }),
  }));
}

function images(): fc.Arbitrary<ImagePart> {
  return fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 })).map(([width, height]) => ({
    kind: 'image',
    mimeType: 'image/png',
    byteLength: width * height,
    digest: (width * 4001 + height).toString(16).padStart(32, '0'),
    width,
    height,
    data: 'iVBORw0KGgo='.repeat(20),
  }));
}

function extra<T>(options: ConversationOptions, n: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return options.extras ? oneIn(n, value) : fc.constant(undefined);
}

function present<T>(parts: readonly T[]): Exclude<T, undefined>[] {
  return parts.filter((part): part is Exclude<T, undefined> => part !== undefined);
}

function assemble(
  past: readonly DrawnTurn[],
  last: DrawnTurn,
  ending: 'question' | 'results',
  options: ConversationOptions,
): Message[] {
  const messages: Message[] = [];
  let lastCallNumber = 0;
  if (options.instructions) messages.push({ role: 'system', parts: [{ kind: 'text', text: 'You help with code.' }] });

  const ask = (turn: DrawnTurn) => {
    if (turn.injected) messages.push({ role: 'user', parts: [turn.injected], synthetic: true });
    messages.push({ role: 'user', parts: turn.question });
  };
  const work = ({ before, calls, together }: DrawnRound) => {
    const numbered = calls.map((call) => ({ ...call, callId: `call_${(lastCallNumber += 1)}` }));
    const results = numbered.map(({ callId, content, failed }): Part => ({
      kind: 'toolResult',
      callId,
      content,
      ...(failed && { isError: true }),
    }));
    messages.push({
      role: 'assistant',
      parts: [
        ...before,
        ...numbered.map(({ callId, name, argumentsJson }): Part => ({ kind: 'toolCall', callId, name, argumentsJson })),
      ],
    });
    for (const parts of together ? [results] : results.map((result) => [result]))
      messages.push({ role: 'tool', parts });
  };

  for (const turn of past) {
    ask(turn);
    turn.rounds.forEach(work);
    messages.push({ role: 'assistant', parts: turn.answer });
  }
  ask(last);
  if (ending === 'results') last.rounds.forEach(work);
  return messages;
}
