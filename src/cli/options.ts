import type { BudgetSettings, ModelLimits } from '../core/budget/budget';
import type { EncodingName } from '../core/tokens/encoding';
import { transcriptFormats } from '../core/transcripts/transcript';
import type { TranscriptFormat } from '../core/transcripts/transcript';
import type { CompactionSettings } from '../engine/api';
import type { CommandOption, OptionValues } from './command';
import { UsageError } from './command';

const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base'];

const policies = ['checkpoint', 'rolling', 'off'] as const;

/** Options of every command that reads a conversation. */
export const inputOptions = {
  input: { type: 'string', value: 'FILE', help: 'The conversation; - reads standard input. Gzip is fine.' },
  format: {
    type: 'string',
    value: 'FORMAT',
    help: `auto (default), ${transcriptFormats.join(', ')}. auto tells them apart.`,
  },
} satisfies Record<string, CommandOption>;

/** Options of every command that measures or fits a request. */
export const requestOptions = {
  ...inputOptions,
  window: { type: 'string', value: 'N', help: 'Context length of the model in tokens, input and output together.' },
  'max-input': { type: 'string', value: 'N', help: 'Input limit of the model in tokens, where it is declared apart.' },
  'max-output': { type: 'string', value: 'N', help: 'Longest answer of the model in tokens.' },
  'hard-percent': { type: 'string', value: 'N', help: 'Share of the window that triggers a compaction, 1-100.' },
  'soft-percent': { type: 'string', value: 'N', help: 'Share of that threshold that is the soft one, 1-100.' },
  'max-tokens': { type: 'string', value: 'N', help: 'Cap in tokens that lowers the threshold further.' },
  encoding: { type: 'string', value: 'NAME', help: `Tokenizer: ${encodings.join(' (default) or ')}.` },
  json: { type: 'boolean', help: 'Print one JSON document.' },
} satisfies Record<string, CommandOption>;

/** Options of every command that compacts. */
export const compactionOptions = {
  ...requestOptions,
  policy: { type: 'string', value: 'NAME', help: `${policies.join(', ')}; the first is the default.` },
  headroom: { type: 'string', value: 'N', help: 'Share of the target a compaction leaves free, 0-90 (default 25).' },
  'no-recall': { type: 'boolean', help: 'Bring nothing back when something leaves, and keep no room for it.' },
  instructions: { type: 'string', value: 'TEXT', help: 'What a checkpoint should pay attention to.' },
  store: { type: 'string', value: 'DIR', help: 'Keep the archive in this folder (default: in memory).' },
  conversation: { type: 'string', value: 'ID', help: 'Name of the conversation in the store.' },
  endpoint: { type: 'string', value: 'URL', help: 'A model as summariser; not available yet.' },
  model: { type: 'string', value: 'NAME', help: 'The model at the endpoint; not available yet.' },
} satisfies Record<string, CommandOption>;

/** What a request is measured against. */
export interface RequestSettings {
  readonly limits: ModelLimits;
  readonly budget: BudgetSettings;
  readonly encoding: EncodingName;
}

/** Reads {@link requestOptions}; throws a {@link UsageError} where a value makes no sense. */
export function readRequestSettings(values: OptionValues): RequestSettings {
  const tokens = (name: string) => readNumber(values, name, 'a positive whole number', isPositiveInteger);
  const percent = (name: string) => readNumber(values, name, 'a number from 1 to 100', (n) => n >= 1 && n <= 100);
  return {
    limits: withoutAbsent({
      contextLength: tokens('window'),
      maxInputTokens: tokens('max-input'),
      maxOutputTokens: tokens('max-output'),
    }),
    budget: withoutAbsent({
      hardPercent: percent('hard-percent'),
      softPercent: percent('soft-percent'),
      maxTokens: tokens('max-tokens'),
    }),
    encoding: readChoice(values, 'encoding', encodings) ?? 'o200k_base',
  };
}

/** Reads {@link compactionOptions} but for those that name the store; throws as above. */
function readCompactionSettings(values: OptionValues): CompactionSettings {
  if (values['endpoint'] !== undefined || values['model'] !== undefined) {
    throw new UsageError('a model as summariser (--endpoint, --model) is not available yet; leave these options out');
  }
  return {
    policy: readChoice(values, 'policy', policies) ?? 'checkpoint',
    recall: values['no-recall'] !== true,
    ...withoutAbsent({
      headroomPercent: readNumber(values, 'headroom', 'a number from 0 to 90', (n) => n >= 0 && n <= 90),
      focus: readText(values, 'instructions'),
    }),
  };
}

/** `auto` where none is named. */
export function readFormat(values: OptionValues): TranscriptFormat | 'auto' {
  return readChoice(values, 'format', ['auto', ...transcriptFormats] as const) ?? 'auto';
}

/** A conversation's name becomes part of a file's name. */
export function readConversationId(values: OptionValues): string | undefined {
  const id = readText(values, 'conversation');
  if (id !== undefined && !/^[A-Za-z0-9-]+$/.test(id)) {
    throw new UsageError(`--conversation may hold letters, digits and - only, not "${id}"`);
  }
  return id;
}

/** `undefined` where the option was not given. */
export function readText(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A file or folder; nothing (a variable that is not set) names none, least of all the working directory. */
export function readPath(values: OptionValues, name: string): string | undefined {
  const path = readText(values, name);
  if (path === '') throw new UsageError(`--${name} needs a name, not ""`);
  return path;
}

/** `undefined` where the option was not given; `what` says in the fault what it must be. */
export function readNumber(
  values: OptionValues,
  name: string,
  what: string,
  isValid: (value: number) => boolean,
): number | undefined {
  const text = readText(values, name);
  if (text === undefined) return undefined;
  const value = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!isValid(value)) throw new UsageError(`--${name} must be ${what}, not "${text}"`);
  return value;
}

/** 1, 2, 3 … as far as numbers are exact. */
export function isPositiveInteger(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function readChoice<Choice extends string>(
  values: OptionValues,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(values, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return choice;
}

type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** The fields that are set, so that a field left out stays left out. */
function withoutAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}

/** What `compact` and `replay` read of their options alike. `named` and `folder` are absent where not given. */
export function readFitOptions(values: OptionValues) {
  return {
    settings: readRequestSettings(values),
    compaction: readCompactionSettings(values),
    named: readConversationId(values),
    folder: readPath(values, 'store'),
  };
}
