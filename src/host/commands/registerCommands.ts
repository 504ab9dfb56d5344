import * as vscode from 'vscode';
import { commandIds, type CommandId, contextViewId, extensionName, slashCommands } from '../ids';
import type { ArchiveCommands } from './archiveCommands';
import { sendInChat } from './openChat';

/** The commands of the palette, and those that only buttons name. */
export function registerCommands(archive: ArchiveCommands): vscode.Disposable {
  const register = (id: CommandId, handler: (...about: (string | undefined)[]) => unknown) =>
    vscode.commands.registerCommand(id, (...given: unknown[]) =>
      // Menus and keybindings hand over things of their own.
      handler(...given.map((one) => (typeof one === 'string' ? one : undefined))),
    );
  return vscode.Disposable.from(
    register(commandIds.compactConversation, () => sendInChat(slashCommands.compact)),
    register(commandIds.compactAnyway, (focus = '') => sendInChat(slashCommands.compact, `anyway ${focus}`)),
    register(commandIds.showContextInChat, () => sendInChat(slashCommands.context)),
    register(commandIds.loadSample, () => sendInChat(slashCommands.sample)),
    register(commandIds.searchConversation, (conversation) => archive.search(conversation)),
    register(commandIds.showCompaction, (conversation, boundary) => archive.show(conversation, boundary)),
    register(commandIds.undoCompaction, (conversation, boundary) => archive.undo(conversation, boundary)),
    register(commandIds.openContextView, () => vscode.commands.executeCommand(`${contextViewId}.focus`)),
    register(commandIds.openSettings, () =>
      vscode.commands.executeCommand('workbench.action.openSettings', `@ext:throughline.${extensionName}`),
    ),
  );
}
