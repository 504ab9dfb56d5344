import * as vscode from 'vscode';
import type { OfflineMessage } from '../../models/offline/quotable';
import { quoteAnswer } from '../../models/offline/quoteAnswer';
import { instructionsText } from '../chat/instructions';
import { modelVendor } from '../ids';

/** Two windows: one that a sample fills at once, one with room to type. */
const windows = [
  { id: 'throughline-offline-8k', name: 'Throughline Offline 8k', maxInputTokens: 8_192 },
  { id: 'throughline-offline-32k', name: 'Throughline Offline 32k', maxInputTokens: 32_768 },
] as const;

const maxOutputTokens = 1_024;

const models: vscode.LanguageModelChatInformation[] = windows.map(({ id, name, maxInputTokens }) => ({
  id,
  name,
  family: 'throughline-offline',
  version: '1',
  tooltip: vscode.l10n.t(
    'Runs inside the extension and only quotes what stands in the request. For trying things out.',
  ),
  detail: vscode.l10n.t('quotes only'),
  maxInputTokens,
  maxOutputTokens,
  capabilities: { toolCalling: false, imageInput: false },
}));

/** English prose has about four characters to a token; nothing of ours decides by this figure. */
const charactersPerToken = 4;

/** The built-in model (U7): no endpoint, no key, the same answer to the same request. */
export function registerOfflineProvider(): vscode.Disposable {
  return vscode.lm.registerLanguageModelChatProvider(modelVendor, {
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
