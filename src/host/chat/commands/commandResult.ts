import type * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { SentRequest } from '../sentRequest';
import { asResultMetadata } from '../turnMetadata';

/** The result of a slash command: no part of the conversation, but it carries its id and, where newer, its numbers. */
export function commandResult({ conversation }: Conversation, sent?: SentRequest): vscode.ChatResult {
  return { metadata: asResultMetadata({ version: 1, kind: 'command', conversation, ...(sent && { sent }) }) };
}
