import { keepStart } from '../core/conversation/unicode';

interface Rule {
  accepts(value: unknown): boolean;
  /** What it accepts, in words. */
  readonly wanted: string;
}

/** The budget knows the ranges of its own numbers, and names what is outside of them. */
const anyNumber: Rule = { accepts: (value) => typeof value === 'number', wanted: 'a number' };
const onOrOff: Rule = { accepts: (value) => typeof value === 'boolean', wanted: 'true or false' };

/** Settings that a single model may have of its own. */
const modelRules = {
  window: anyNumber,
  hardPercent: anyNumber,
  softPercent: anyNumber,
  maxTokens: anyNumber,
  headroomPercent: {
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 90,
    wanted: 'a number from 0 to 90',
  },
  policy: {
    accepts: (value) => value === 'checkpoint' || value === 'rolling' || value === 'off',
    wanted: '"checkpoint", "rolling" or "off"',
  },
  recall: onOrOff,
  archive: onOrOff,
  instructions: { accepts: (value) => typeof value === 'string', wanted: 'a text' },
} satisfies Record<string, Rule>;

const rules: Readonly<Record<string, Rule>> = {
  ...modelRules,
  toolRounds: { accepts: (value) => typeof value === 'number' && value >= 1, wanted: 'a number from 1' },
  workspaceTools: {
    accepts: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    wanted: 'a list of names',
  },
};

/** Whether a single model may have a setting of this name. */
export function isModelSetting(name: string): boolean {
  return Object.hasOwn(modelRules, name);
}

/** The value where it can be used. `undefined` where it is not set, which `null` says too, or cannot be used: that adds a warning. */
export function checkedSetting(name: string, value: unknown, warnings: string[], model?: string): unknown {
  if (value === undefined || value === null) return undefined;
  const rule = rules[name];
  if (!rule || rule.accepts(value)) return value;
  warnings.push(notUsed(name, value, rule.wanted, model));
  return undefined;
}

/** Characters of a wrong value that a warning repeats. */
const shownUnits = 40;

/** The sentence about a value that is not what is wanted; `model` where it is the setting of one. */
export function notUsed(name: string, value: unknown, wanted: string, model?: string): string {
  const shown = keepStart(JSON.stringify(value), shownUnits);
  return `The setting "${name}"${model === undefined ? '' : ` of ${model}`} is ${shown}, not ${wanted}, and was not used.`;
}
