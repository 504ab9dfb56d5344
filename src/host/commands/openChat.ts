import * as vscode from 'vscode';
import { participantName, type SlashCommand } from '../ids';

/** Sends a slash command of ours in the Chat view, as if the user had typed it. */
export async function sendInChat(command: SlashCommand, words = ''): Promise<void> {
  const query = `@${participantName} /${command} ${words}`.trimEnd();
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: false });
}
