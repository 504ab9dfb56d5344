import * as vscode from 'vscode';
import { commandIds } from './ids';

/** The output channel "Throughline". Nothing a person or a model said is written to it. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Throughline', { log: true });
}

/** The command that shows the log. */
export function registerOpenLog(log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand(commandIds.openLog, () => {
    log.show();
  });
}
