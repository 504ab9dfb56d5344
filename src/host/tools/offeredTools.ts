import * as vscode from 'vscode';
import type { ToolSchema } from '../../core/conversation/message';

const noParameters = { type: 'object', properties: {} };

/**
 * The tools of a turn: those the user attached with `#`, and those of the workspace the settings allow, as far as the
 * editor has them. Our retrieval tools are not among them: the engine adds them once something left the request.
 */
export function offeredTools(
  attached: readonly vscode.ChatLanguageModelToolReference[],
  workspaceTools: readonly string[],
): ToolSchema[] {
  const wanted = new Set([...attached.map(({ name }) => name), ...workspaceTools]);
  return vscode.lm.tools
    .filter(({ name }) => wanted.has(name))
    .map(({ name, description, inputSchema }) => ({
      name,
      description,
      parametersJson: JSON.stringify(inputSchema ?? noParameters),
    }));
}
