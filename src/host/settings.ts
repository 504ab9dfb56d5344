import * as vscode from 'vscode';
import type { ModelIdentity } from '../engine/api';
import { extensionName, settingNames } from './ids';
import { resolveModelSettings, type ModelSettings } from './modelSettings';
import { checkedSetting } from './settingRules';

/** The settings of one request, and those of its turn. */
export interface Settings extends ModelSettings {
  /** Read-only tools of the workspace that the model may always use, by name. */
  readonly workspaceTools: readonly string[];
  /** How many rounds of tool calls one turn may make. */
  readonly toolRounds: number;
}

const defaultToolRounds = 25;

/** What is set for this model now; the editor has already chosen between user and workspace scope. */
export function readSettings(model: ModelIdentity): Settings {
  const configuration = vscode.workspace.getConfiguration(extensionName);
  const general = Object.fromEntries(Object.values(settingNames).map((name) => [name, configuration.get(name)]));
  const resolved = resolveModelSettings(general, general[settingNames.models], model);
  const warnings = [...resolved.warnings];
  const checked = (name: string) => checkedSetting(name, general[name], warnings);
  const rounds = checked(settingNames.toolRounds);
  const tools = checked(settingNames.workspaceTools);
  return {
    ...resolved,
    warnings,
    workspaceTools: Array.isArray(tools) ? tools.filter((name) => typeof name === 'string') : [],
    toolRounds: typeof rounds === 'number' ? Math.floor(rounds) : defaultToolRounds,
  };
}
