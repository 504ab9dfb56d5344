import type { Budget, BudgetRule, BudgetSettings, ModelLimits, UnknownBudget } from './budget';

/** Leaves room for the answer and for what the count misses. */
const defaultHardPercent = 80;
/** Very large windows are read less carefully and cost more the fuller they are: by default they are not filled. */
const defaultHardCeilingTokens = 160_000;
/** Early enough to prepare a checkpoint in the background before it is needed. */
const defaultSoftPercent = 70;
/** Where input and output share one context length, an answer may claim this share of it at most. */
const largestReserveShare = 1 / 4;

/**
 * The thresholds of one model under one set of settings, each with the rule that gave it. A pure function of small
 * records: computed anew for every request, so that another model or setting takes effect at once (B12).
 *
 * Numbers of the model that make no sense make the budget `unknown`, with a reason; a setting that makes no sense is
 * passed over, with a warning. All numbers of a known budget are whole and at least 1; only the reply reserve may be 0.
 */
export function computeBudget(limits: ModelLimits, settings: BudgetSettings): Budget {
  const warnings: string[] = [];
  const window = windowOf(limits, settings, warnings);
  if (window.kind === 'unknown') return window;
  const hard = hardOf(window.tokens, settings, warnings);
  const soft = softOf(hard.tokens, settings, warnings);
  const replyReserve = replyReserveOf(window.tokens, limits);
  const target = targetOf(window.tokens, hard.tokens, replyReserve.tokens);
  return {
    kind: 'known',
    window: window.tokens,
    hard: hard.tokens,
    soft: soft.tokens,
    replyReserve: replyReserve.tokens,
    target: target.tokens,
    rules: [
      rule('window', window),
      rule('hard', hard),
      rule('soft', soft),
      rule('replyReserve', replyReserve),
      rule('target', target),
    ],
    warnings,
  };
}

interface Figure {
  readonly tokens: number;
  readonly because: string;
}

interface WindowFigure extends Figure {
  readonly kind: 'window';
}

/** The smaller of what the model declares and what is set, where both are known. */
function windowOf(limits: ModelLimits, settings: BudgetSettings, warnings: string[]): WindowFigure | UnknownBudget {
  const isApart = limits.maxInputTokens !== undefined;
  const declared = limits.maxInputTokens ?? limits.contextLength;
  const declaredName = isApart ? 'input limit' : 'context length';
  const known = wholeTokens(declared);
  const set = wholeTokens(settings.window);

  const faults: string[] = [];
  if (declared !== undefined && known === undefined) {
    faults.push(
      `the model declares ${isApart ? 'an' : 'a'} ${declaredName} of ${declared}, which is not a positive number of tokens`,
    );
  }
  if (settings.window !== undefined && set === undefined) {
    faults.push(`the setting "window" is ${settings.window}, which is not a positive number of tokens`);
  }
  if (known === undefined && set === undefined) {
    if (faults.length === 0) faults.push('the window of this model is not known');
    return unknown(faults.join(', and '), 'set "window" in tokens for this model');
  }

  const output = limits.maxOutputTokens;
  if (output !== undefined && !(output > 0)) {
    return unknown(
      `the maximum output of this model is ${output}, which is not a positive number of tokens`,
      'correct it or leave it out',
    );
  }
  // A window the user made smaller than the model's does not make the model's own numbers contradict each other.
  const shared = isApart ? wholeTokens(limits.contextLength) : (known ?? set);
  if (output !== undefined && shared !== undefined && output > shared) {
    return unknown(
      `the maximum output of this model, ${output} tokens, is larger than its window of ${shared}`,
      'correct one of the two',
    );
  }

  warnings.push(...faults.map((fault) => `${capitalised(fault)}, and was not used.`));
  const tokens = Math.min(known ?? Infinity, set ?? Infinity);
  const because =
    tokens === known
      ? `the ${declaredName} the model declares`
      : `set as the window; the model declares ${known ?? 'none'}`;
  return { kind: 'window', tokens, because };
}

function unknown(fault: string, remedy: string): UnknownBudget {
  return { kind: 'unknown', reason: `${capitalised(fault)}, so compaction is off: ${remedy}.`, warnings: [] };
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function hardOf(window: number, settings: BudgetSettings, warnings: string[]): Figure {
  const percent = percentOf(
    'hardPercent',
    settings.hardPercent,
    `${defaultHardPercent} % of the window, at most ${defaultHardCeilingTokens}`,
    warnings,
  );
  const share = shareOf(window, percent ?? defaultHardPercent);
  const figure =
    percent !== undefined
      ? { tokens: share, because: `${percent} % of the window, as set` }
      : share <= defaultHardCeilingTokens
        ? { tokens: share, because: `${defaultHardPercent} % of the window` }
        : {
            tokens: defaultHardCeilingTokens,
            because: `the ceiling of ${defaultHardCeilingTokens}, less than ${defaultHardPercent} % of the window`,
          };

  const cap = wholeTokens(settings.maxTokens);
  if (settings.maxTokens !== undefined && cap === undefined) {
    warnings.push(
      `The setting "maxTokens" is ${settings.maxTokens}, which is not a positive number of tokens, and was not used.`,
    );
  }
  return cap !== undefined && cap < figure.tokens ? { tokens: cap, because: 'the cap set as "maxTokens"' } : figure;
}

function softOf(hard: number, settings: BudgetSettings, warnings: string[]): Figure {
  const percent = percentOf(
    'softPercent',
    settings.softPercent,
    `${defaultSoftPercent} % of the hard threshold`,
    warnings,
  );
  return {
    tokens: shareOf(hard, percent ?? defaultSoftPercent),
    because: `${percent ?? defaultSoftPercent} % of the hard threshold${percent === undefined ? '' : ', as set'}`,
  };
}

function replyReserveOf(window: number, limits: ModelLimits): Figure {
  if (limits.maxInputTokens !== undefined && wholeTokens(limits.maxInputTokens) !== undefined) {
    return { tokens: 0, because: 'the model has room for its answer apart from the input' };
  }
  const quarter = Math.floor(window * largestReserveShare);
  const output = wholeTokens(limits.maxOutputTokens) ?? Infinity;
  return output <= quarter
    ? { tokens: output, because: 'the most the model can answer' }
    : { tokens: quarter, because: 'a quarter of the window, which input and output share' };
}

function targetOf(window: number, hard: number, replyReserve: number): Figure {
  const free = window - replyReserve;
  return hard <= free
    ? { tokens: hard, because: 'the hard threshold' }
    : { tokens: free, because: 'the window without the reply reserve' };
}

/** 1–100, fractions allowed; `undefined` where not set or not valid, the latter with a warning. */
function percentOf(name: string, value: number | undefined, instead: string, warnings: string[]): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 1 && value <= 100) return value;
  warnings.push(`The setting "${name}" is ${value}, not a number from 1 to 100: ${instead} is used.`);
  return undefined;
}

/** Whole tokens, rounded down; `undefined` for anything but a number from 1 up to where whole numbers are exact. */
function wholeTokens(value: number | undefined): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= Number.MAX_SAFE_INTEGER ? Math.floor(value) : undefined;
}

function shareOf(tokens: number, percent: number): number {
  return Math.max(1, Math.floor((tokens * percent) / 100));
}

function rule(name: BudgetRule['name'], { tokens, because }: Figure): BudgetRule {
  return { name, tokens, because };
}
