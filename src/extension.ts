import * as vscode from 'vscode';
import { createEngineClient } from './engine/client';
import { LastRequests } from './host/chat/lastRequests';
import { OnceSentences } from './host/chat/onceSentences';
import { registerParticipant } from './host/chat/participant';
import { ArchiveCommands } from './host/commands/archiveCommands';
import { registerCompactionDocuments } from './host/commands/compactionDocument';
import { sendInChat } from './host/commands/openChat';
import { registerCommands } from './host/commands/registerCommands';
import { slashCommands } from './host/ids';
import { createLog, registerOpenLog } from './host/log';
import { registerOfflineProvider } from './host/provider/offlineProvider';
import { createSampleReader } from './host/sample';
import { registerBudgetItem } from './host/status/budgetItem';
import { registerTools } from './host/tools/registerTools';
import { registerContextView } from './host/view/contextView';

/** Builds the parts and wires them. The engine's thread starts with its first call, not here. */
export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, subscriptions, workspaceState } = context;
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const log = createLog();
  const engine = createEngineClient({
    workerFile: vscode.Uri.joinPath(dist, 'engine.js').fsPath,
    wasmFile: vscode.Uri.joinPath(dist, 'sql-wasm.wasm').fsPath,
    storageFolder: (context.storageUri ?? context.globalStorageUri).fsPath,
    onNotice: (sentence) => {
      log.warn(sentence);
      void vscode.window.showWarningMessage(sentence);
    },
  });
  const lastRequests = new LastRequests(workspaceState);
  const archive = new ArchiveCommands(engine, lastRequests, log);
  const sample = createSampleReader(extensionUri);
  const services = { engine, log, lastRequests, once: new OnceSentences(), sample };

  stopEngine = () => engine.dispose();
  subscriptions.push(
    log,
    lastRequests,
    registerOpenLog(log),
    registerParticipant(services, {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'icon-dark.svg'),
    }),
    registerTools(engine, lastRequests),
    registerOfflineProvider(),
    registerCommands(archive),
    registerCompactionDocuments(engine),
    registerBudgetItem(lastRequests),
    registerContextView({
      extensionUri,
      engine,
      lastRequest: lastRequests,
      undo: (conversation) => archive.undo(conversation),
      archiveChanged: () => {
        lastRequests.archiveChanged();
      },
      loadSample: () => sendInChat(slashCommands.sample),
    }),
  );
}

let stopEngine: (() => Promise<void>) | undefined;

/** Lets running writes end before the editor closes. */
export async function deactivate(): Promise<void> {
  await stopEngine?.();
}
