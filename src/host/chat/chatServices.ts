import type * as vscode from 'vscode';
import type { Message } from '../../core/conversation/message';
import type { Engine } from '../../engine/api';
import type { LastRequests } from './lastRequests';
import type { OnceSentences } from './onceSentences';

/** What the turns of the participant are answered with; made once, in `extension.ts`. */
export interface ChatServices {
  readonly engine: Engine;
  readonly log: vscode.LogOutputChannel;
  readonly lastRequests: LastRequests;
  readonly once: OnceSentences;
  /** The messages of the guided sample. Rejects where its file cannot be read. */
  readonly sample: () => Promise<readonly Message[]>;
}
