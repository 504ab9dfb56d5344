import * as vscode from 'vscode';
import type { Notices } from '../chat/notices';
import { commandIds, extensionName, slashCommands } from '../ids';
import { contextViewId } from '../view/contextView';
import type { ArchiveCommands } from './archiveCommands';
import { sendInChat } from './openChat';

/** The commands of the palette, and those that only buttons name. */
export function registerCommands(archive: ArchiveCommands, notices: Notices): vscode.Disposable {
  const register = (id: string, handler: () => unknown) => vscode.commands.registerCommand(id, handler);
  return vscode.Disposable.from(
    register(commandIds.compactConversation, () => sendInChat(slashCommands.compact)),
    register(commandIds.compactAnyway, () => sendInChat(slashCommands.compact, `anyway ${notices.anywayFocus}`)),
    register(commandIds.showContextInChat, () => sendInChat(slashCommands.context)),
    register(commandIds.loadSample, () => sendInChat(slashCommands.sample)),
    register(commandIds.searchConversation, () => archive.search()),
    register(commandIds.undoCompaction, () => archive.undo()),
    register(commandIds.openContextView, () => vscode.commands.executeCommand(`${contextViewId}.focus`)),
    register(commandIds.openSettings, () =>
      vscode.commands.executeCommand('workbench.action.openSettings', `${extensionName}.`),
    ),
  );
}
