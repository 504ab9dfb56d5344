import type { BudgetSettings } from '../core/budget/budget';
import type { Policy } from '../core/compaction/boundary';
import type { CompactionSettings, ModelIdentity } from '../engine/api';
import { checkedSetting, isModelSetting, notUsed } from './settingRules';

/** The settings that decide about one request. */
export interface ModelSettings {
  readonly budget: BudgetSettings;
  readonly compaction: CompactionSettings;
  /** One sentence for each value that cannot be used. */
  readonly warnings: readonly string[];
}

/** Settings as the user wrote them: any JSON may stand there. */
export type RawSettings = Readonly<Record<string, unknown>>;

/**
 * The settings of one model: general ones, overlaid by the entry of its family, overlaid by the entry of its id
 * (`"<vendor>/<family or id>"` in `throughline.models`). A value of the wrong kind is passed over, with a warning.
 */
export function resolveModelSettings(general: RawSettings, models: unknown, model: ModelIdentity): ModelSettings {
  const warnings: string[] = [];
  const named = modelsOf(models, warnings);
  const merged: RawSettings = {
    ...usable(general, warnings),
    ...entryFor(named, model.vendor, model.family, warnings),
    ...(model.id !== model.family && entryFor(named, model.vendor, model.id, warnings)),
  };
  const instructions = merged['instructions'];
  return {
    budget: {
      ...numberUnder(merged, 'window'),
      ...numberUnder(merged, 'hardPercent'),
      ...numberUnder(merged, 'softPercent'),
      ...numberUnder(merged, 'maxTokens'),
    },
    compaction: {
      policy: policyOf(merged['policy']),
      ...numberUnder(merged, 'headroomPercent'),
      recall: merged['recall'] !== false,
      archive: merged['archive'] !== false,
      ...(typeof instructions === 'string' && instructions.trim() !== '' && { focus: instructions.trim() }),
    },
    warnings,
  };
}

function modelsOf(models: unknown, warnings: string[]): RawSettings {
  if (isRecord(models)) return models;
  if (models !== undefined && models !== null) warnings.push(notUsed('models', models, 'settings by model'));
  return {};
}

function entryFor(
  models: RawSettings,
  vendor: string | undefined,
  name: string | undefined,
  warnings: string[],
): RawSettings {
  if (vendor === undefined || name === undefined) return {};
  const key = `${vendor}/${name}`;
  const entry = models[key];
  if (entry === undefined || entry === null) return {};
  if (!isRecord(entry)) {
    warnings.push(notUsed('models', entry, 'settings by name', key));
    return {};
  }
  for (const unknown of Object.keys(entry).filter((one) => !isModelSetting(one)))
    warnings.push(`The setting "models" names "${unknown}" for ${key}, which is no setting of a model.`);
  return usable(entry, warnings, key);
}

/** `null` stands for "not set", so that the settings editor can show the key. */
function usable(settings: RawSettings, warnings: string[], model?: string): RawSettings {
  const checked = Object.entries(settings)
    .filter(([name]) => isModelSetting(name))
    .map(([name, value]) => [name, checkedSetting(name, value, warnings, model)] as const);
  return Object.fromEntries(checked.filter(([, value]) => value !== undefined));
}

function numberUnder<Key extends string>(settings: RawSettings, key: Key): Partial<Record<Key, number>> {
  const value = settings[key];
  const read: Partial<Record<string, number>> = {};
  if (typeof value === 'number') read[key] = value;
  return read;
}

function policyOf(value: unknown): Policy {
  return value === 'rolling' || value === 'off' ? value : 'checkpoint';
}

function isRecord(value: unknown): value is RawSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
