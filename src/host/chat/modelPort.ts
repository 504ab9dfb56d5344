import * as vscode from 'vscode';
import type { Message, TextPart, ToolCallPart, ToolSchema } from '../../core/conversation/message';
import type { ModelIdentity } from '../../engine/api';
import { modelVendor, offlineFamily } from '../ids';
import { isRecord } from './messageShape';
import { toLanguageModelMessages, toLanguageModelTools } from './wire';

/** The model as the engine knows it. */
export function identityOf(model: vscode.LanguageModelChat): ModelIdentity {
  return { vendor: model.vendor, family: model.family, id: model.id };
}

/** What newer editors tell about a model besides the API this extension is built against. */
function capability(model: vscode.LanguageModelChat, name: string): unknown {
  const capabilities: unknown = 'capabilities' in model ? model.capabilities : undefined;
  return isRecord(capabilities) ? capabilities[name] : undefined;
}

/** Whether tools can be declared to it: where the editor does not tell, yes. Our offline model declares it and calls none. */
export function supportsTools(model: vscode.LanguageModelChat): boolean {
  const isOffline = model.vendor === modelVendor && model.family === offlineFamily;
  return !isOffline && capability(model, 'supportsToolCalling') !== false;
}

/** Whether it takes images. Editors that do not tell: no, an image is then named in words. */
function supportsImages(model: vscode.LanguageModelChat): boolean {
  return capability(model, 'supportsImageToText') === true;
}

/** Sends the request and streams text and tool calls; every other kind of piece is left out. */
export async function* sendToModel(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  tools: readonly ToolSchema[],
  token: vscode.CancellationToken,
): AsyncGenerator<TextPart | ToolCallPart> {
  const response = await model.sendRequest(
    toLanguageModelMessages(messages, supportsImages(model)),
    tools.length > 0 ? { tools: toLanguageModelTools(tools) } : {},
    token,
  );
  for await (const piece of response.stream) {
    if (piece instanceof vscode.LanguageModelTextPart) {
      if (piece.value !== '') yield { kind: 'text', text: piece.value };
    } else if (piece instanceof vscode.LanguageModelToolCallPart) {
      const { callId, name, input } = piece;
      yield { kind: 'toolCall', callId, name, argumentsJson: JSON.stringify(input) };
    }
  }
}
