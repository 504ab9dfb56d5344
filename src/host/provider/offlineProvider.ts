import * as vscode from 'vscode';
import type { OfflineMessage } from '../../models/offline/quotable';
import { quoteAnswer } from '../../models/offline/quoteAnswer';
import { instructionsText } from '../chat/instructions';
import { modelVendor, offlineFamily } from '../ids';

/** Two windows: one that the sample overflows at once, one with room to type. The editor lists them by name and chooses the first. */
const windows = [
  { id: 'throughline-offline-8k', name: 'Throughline Offline 8k', maxInputTokens: 8_192 },
  { id: 'throughline-offline-32k', name: 'Throughline Offline Large 32k', maxInputTokens: 32_768 },
] as const;

const maxOutputTokens = 1_024;

const models: vscode.LanguageModelChatInformation[] = windows.map(({ id, name, maxInputTokens }) => ({
  id,
  name,
  family: offlineFamily,
  version: '1',
  tooltip: vscode.l10n.t(
    'Runs inside the extension and only quotes what stands in the request. For trying things out.',
  ),
  detail: vscode.l10n.t('quotes only'),
  maxInputTokens,
  maxOutputTokens,
  // It calls none, but the picker hides models without this while the chat is in agent mode, its default.
  capabilities: { toolCalling: true, imageInput: false },
}));

/** English prose has about four characters to a token; nothing of ours decides by this figure. */
const charactersPerToken = 4;

/** The built-in model (U7): no endpoint, no key, the same answer to the same request. */
export function registerOfflineProvider(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const registration = vscode.lm.registerLanguageModelChatProvider(modelVendor, {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: () => models,
    provideLanguageModelChatResponse: async (_model, messages, _options, progress, token) => {
      const answer = quoteAnswer(messages.map(toOffline).filter(isSaid));
      // In pieces, as a model streams.
      for (const piece of answer.split(/(?<=\n\n)/)) {
        if (token.isCancellationRequested) return;
        progress.report(new vscode.LanguageModelTextPart(piece));
      }
    },
    provideTokenCount: async (_model, text) =>
      Math.ceil((typeof text === 'string' ? text : toOffline(text).texts.join('')).length / charactersPerToken),
  });
  // The editor asks a provider for its models only on a change: without one the picker stays empty on first use.
  changed.fire();
  return vscode.Disposable.from(registration, changed);
}

function toOffline({ role, content }: vscode.LanguageModelChatRequestMessage): OfflineMessage {
  return {
    role: role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : 'user',
    texts: content.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : [])),
  };
}

/** Our own instructions are not something anybody said. */
function isSaid({ texts }: OfflineMessage): boolean {
  return texts.length > 0 && !texts.includes(instructionsText);
}
