import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Engine } from '../../engine/api';
import { compactionText } from './compactionText';

const scheme = 'throughline-compaction';

/** The address of a compaction as a read-only document. */
export function compactionDocumentUri(conversation: ConversationId, boundaryId: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${conversation}/${boundaryId}/Compaction.md` });
}

/** Serves compactions as read-only documents; one that is restored after a reload reads the archive anew. */
export function registerCompactionDocuments(engine: Engine): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const [, conversation = '', id = ''] = uri.path.split('/');
      const { boundaries } = await engine.overview(conversation, { offset: 0, limit: 1 });
      const boundary = boundaries.find((one) => one.id === id);
      return boundary
        ? compactionText(boundary)
        : vscode.l10n.t(
            'This compaction was undone, or its archive was deleted. The conversation goes out in full again.',
          );
    },
  });
}
