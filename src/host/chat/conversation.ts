import type * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Message } from '../../core/conversation/message';
import type { FitRequest } from '../../engine/api';
import { sentenceOf } from '../sentenceOf';
import { readSettings } from '../settings';
import { retrievalFor } from '../tools/retrievalTools';
import { attachmentReferences } from './attachments';
import type { ChatServices } from './chatServices';
import { readHistory, type History } from './history';
import { identityOf, supportsTools } from './modelPort';

/** The conversation a turn belongs to, with its finished turns. */
export interface Conversation extends History {
  readonly conversation: ConversationId;
}

/** Reads the chat's history; a chat without any turn of ours becomes a new conversation. */
export async function readConversation(
  { engine, log, sample }: Pick<ChatServices, 'engine' | 'log' | 'sample'>,
  context: vscode.ChatContext,
  signal: AbortSignal,
): Promise<Conversation> {
  const history = await readHistory(context.history, {
    fetch: async (conversation, ids) => {
      try {
        return await engine.fetch(conversation, ids, signal);
      } catch (fault) {
        log.error(`Tool rounds of earlier turns could not be read from the archive: ${sentenceOf(fault)}`);
        throw fault;
      }
    },
    sample: () =>
      sample().catch((fault: unknown) => {
        log.error(`The sample conversation is left out: ${sentenceOf(fault)}`);
        return [];
      }),
    attached: attachmentReferences,
  });
  signal.throwIfAborted();
  return { ...history, conversation: history.conversation ?? crypto.randomUUID() };
}

/** A request as the engine fits it, with the settings and limits of the model that is chosen now (B12). */
export function fitRequestFor(
  model: vscode.LanguageModelChat,
  conversation: ConversationId,
  messages: readonly Message[],
  trigger: FitRequest['trigger'],
): FitRequest {
  const identity = identityOf(model);
  const { budget, compaction } = readSettings(identity);
  return {
    conversation,
    messages,
    tools: [],
    model: identity,
    limits: { maxInputTokens: model.maxInputTokens },
    budget,
    compaction,
    retrieval: retrievalFor(supportsTools(model)),
    trigger,
  };
}
