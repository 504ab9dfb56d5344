import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { FitOutcome } from '../../core/compaction/outcome';
import {
  text,
  type ImagePart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '../../core/conversation/message';
import type { ModelIdentity } from '../../engine/api';
import type { ChatServices } from '../chat/chatServices';
import { scopeOf } from '../chat/lastRequests';
import { toolNames } from '../ids';
import { sentenceOf } from '../sentenceOf';
import { answerRead, answerSearch, type RetrievalTarget } from './answerRetrieval';
import { isRetrievalTool, retrievalCallsPerTurn } from './retrievalTools';
import { toResultContent } from './toolResult';

/** What answers the calls of a turn. */
export interface ToolRunner {
  /** One result per call, in their order; runs them side by side. A fault is a result, only cancellation rejects. */
  run(
    calls: readonly ToolCallPart[],
    outcome: FitOutcome,
    token: vscode.CancellationToken,
    signal: AbortSignal,
  ): Promise<ToolResultPart[]>;
}

/** Answers the tool calls of one turn: our retrieval tools here, everything else through the editor. */
export function createToolRunner(
  { engine, log }: Pick<ChatServices, 'engine' | 'log'>,
  conversation: ConversationId,
  toolInvocationToken: vscode.ChatParticipantToolToken,
  model: ModelIdentity,
): ToolRunner {
  let retrievalsLeft = retrievalCallsPerTurn;

  async function retrieve(call: ToolCallPart, target: RetrievalTarget, signal: AbortSignal): Promise<string> {
    const input = parseArguments(call.argumentsJson);
    return call.name === toolNames.search
      ? answerSearch(engine, target, input, signal)
      : answerRead(engine, target, input, signal);
  }

  async function invoke(
    call: ToolCallPart,
    outcome: FitOutcome,
    token: vscode.CancellationToken,
  ): Promise<(TextPart | ImagePart)[]> {
    if (!outcome.tools.some(({ name }) => name === call.name)) {
      return [text(`There is no tool named “${call.name}” in this request.`)];
    }
    const input = parseArguments(call.argumentsJson) ?? {};
    const result = await vscode.lm.invokeTool(call.name, { input, toolInvocationToken }, token);
    return toResultContent(result.content);
  }

  return {
    async run(calls, outcome, token, signal) {
      const room = outcome.budget.kind === 'known' ? outcome.budget.target - outcome.ledger.total : undefined;
      const retrievals = calls.filter(({ name }) => isRetrievalTool(name)).length;
      const scope = scopeOf(outcome);
      const target: RetrievalTarget = {
        conversation,
        model,
        ...(scope && { scope }),
        ...(room !== undefined && { room: Math.floor(room / Math.max(1, retrievals)) }),
      };
      return Promise.all(
        calls.map(async (call): Promise<ToolResultPart> => {
          const result = (content: readonly (TextPart | ImagePart)[], isError = false): ToolResultPart => ({
            kind: 'toolResult',
            callId: call.callId,
            content,
            ...(isError && { isError }),
          });
          try {
            if (!isRetrievalTool(call.name)) return result(await invoke(call, outcome, token));
            retrievalsLeft -= 1;
            return result([text(retrievalsLeft < 0 ? retrievalLimit : await retrieve(call, target, signal))]);
          } catch (fault) {
            signal.throwIfAborted();
            log.warn(`Tool ${call.name}: ${sentenceOf(fault)}`);
            return result([text(`The tool failed: ${sentenceOf(fault)}`)], true);
          }
        }),
      );
    },
  };
}

const retrievalLimit = `The archive was already read ${retrievalCallsPerTurn} times in this turn, which is the limit. Answer with what was found, or say what is missing.`;

/** `undefined` where the model wrote something that is not a JSON object. */
function parseArguments(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
