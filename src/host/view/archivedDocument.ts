import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { MessageId } from '../../core/conversation/message';
import type { Engine } from '../../engine/api';
import { messageDocument } from './messageDocument';

const scheme = 'throughline-archive';

/** The address of an archived message as a read-only document; `title` is what its tab and links to it show. */
export function archivedMessageUri(
  conversation: ConversationId,
  message: MessageId,
  title = vscode.l10n.t('Archived message'),
): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${conversation}/${message}/${title}` });
}

/** Shows an archived message in an editor that cannot be written to. Rejects where the editor cannot open it. */
export async function openArchivedMessage(conversation: ConversationId, message: MessageId): Promise<void> {
  await vscode.window.showTextDocument(archivedMessageUri(conversation, message), { preview: true });
}

/** Serves archived messages as read-only documents; one that is restored after a reload reads the archive anew. */
export function registerArchivedDocuments(engine: Engine): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      async provideTextDocumentContent(uri) {
        const [, conversation = '', id = ''] = uri.path.split('/');
        const [message] = await engine.fetch(conversation, [id]);
        return message === undefined
          ? vscode.l10n.t('This message is no longer in the archive: its conversation was deleted.')
          : messageDocument(message);
      },
    }),
    // Its address has no ending that says so: links show the address.
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.scheme === scheme && document.languageId !== 'markdown')
        void vscode.languages.setTextDocumentLanguage(document, 'markdown');
    }),
  );
}
