import type { BudgetSettings } from '../core/budget/budget';
import type { Policy } from '../core/compaction/boundary';
import type { CompactionSettings, ModelIdentity } from '../engine/api';

/** The settings that decide about one request. */
export interface ModelSettings {
  readonly budget: BudgetSettings;
  readonly compaction: CompactionSettings;
}

/** Settings as the user wrote them: any JSON may stand there. */
export type RawSettings = Readonly<Record<string, unknown>>;

/**
 * The settings of one model: general ones, overlaid by the entry of its family, overlaid by the entry of its id
 * (`"<vendor>/<family or id>"` in `throughline.models`). A number that is none reads as NaN, so that the budget names it
 * in a warning instead of passing over it.
 */
export function resolveModelSettings(general: RawSettings, models: unknown, model: ModelIdentity): ModelSettings {
  const merged: RawSettings = {
    ...withoutUnset(general),
    ...entryFor(models, model.vendor, model.family),
    ...entryFor(models, model.vendor, model.id),
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
  };
}

function entryFor(models: unknown, vendor: string | undefined, name: string | undefined): RawSettings {
  if (!isRecord(models) || vendor === undefined || name === undefined) return {};
  const entry = models[`${vendor}/${name}`];
  return isRecord(entry) ? withoutUnset(entry) : {};
}

/** `null` stands for "not set", so that the settings editor can show the key. */
function withoutUnset(settings: RawSettings): RawSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}

function numberUnder<Key extends string>(settings: RawSettings, key: Key): Partial<Record<Key, number>> {
  const value = settings[key];
  const read: Partial<Record<string, number>> = {};
  if (value !== undefined) read[key] = typeof value === 'number' ? value : Number.NaN;
  return read;
}

function policyOf(value: unknown): Policy {
  return value === 'rolling' || value === 'off' ? value : 'checkpoint';
}

function isRecord(value: unknown): value is RawSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
