import * as vscode from 'vscode';
import type { Engine } from '../../engine/api';
import { withSignal } from '../cancellation';
import { toolNames } from '../ids';
import { sentenceOf } from '../sentenceOf';
import type { LastRequestSource } from '../view/lastRequest';
import { answerRead, answerSearch, type RetrievalTarget } from './answerRetrieval';

type Answer = typeof answerSearch;

/** The retrieval tools for every agent of the editor: they serve the conversation last active in this window. */
export function registerTools(engine: Engine, lastRequest: LastRequestSource): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool(
      toolNames.search,
      tool(engine, lastRequest, answerSearch, vscode.l10n.t('Searching the conversation')),
    ),
    vscode.lm.registerTool(
      toolNames.read,
      tool(engine, lastRequest, answerRead, vscode.l10n.t('Reading the conversation')),
    ),
  );
}

function tool(
  engine: Engine,
  lastRequest: LastRequestSource,
  answer: Answer,
  invocationMessage: string,
): vscode.LanguageModelTool<unknown> {
  return {
    // Reading one's own conversation asks for no confirmation (R5).
    prepareInvocation: () => ({ invocationMessage }),
    invoke: ({ input, tokenizationOptions }, token) =>
      withSignal(token, async (signal) => {
        const target = targetOf(lastRequest, tokenizationOptions?.tokenBudget);
        const text = await answer(engine, target, input, signal).catch((fault: unknown) => {
          signal.throwIfAborted();
          return `The archive could not be read: ${sentenceOf(fault)}`;
        });
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      }),
  };
}

function targetOf({ current }: LastRequestSource, room: number | undefined): RetrievalTarget | undefined {
  if (!current) return undefined;
  const { conversation, scope } = current;
  return { conversation, ...(scope && { scope }), ...(room !== undefined && { room }) };
}
