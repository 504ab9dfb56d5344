import * as vscode from 'vscode';
import type { ConversationId, Passage } from '../../core/archive/store';
import type { Engine, SearchScope } from '../../engine/api';
import { sentenceOf } from '../sentenceOf';
import { openArchivedMessage } from '../view/archivedDocument';

const mostHits = 30;

/** Waits for the end of a word before it searches. */
const typingPauseMs = 150;

interface PassageItem extends vscode.QuickPickItem {
  readonly passage?: Passage;
}

/** A quick pick that searches while the user types; accepting a hit opens its source. Resolves when it closes. */
export async function pickPassage(
  engine: Engine,
  conversation: ConversationId,
  scope: SearchScope | undefined,
): Promise<void> {
  const pick = vscode.window.createQuickPick<PassageItem>();
  pick.title = vscode.l10n.t('Search Conversation');
  pick.placeholder = vscode.l10n.t('Names, numbers or words of an earlier turn');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function search(query: string): Promise<void> {
    running?.abort();
    const controller = (running = new AbortController());
    if (query.trim() === '') {
      pick.items = [];
      return;
    }
    pick.busy = true;
    try {
      const { hits } = await engine.search(
        { conversation, query, limit: mostHits, ...(scope && { scope }) },
        controller.signal,
      );
      if (!controller.signal.aborted)
        pick.items = hits.length > 0 ? hits.map(itemOf) : [messageItem(vscode.l10n.t('No archived passage matches.'))];
    } catch (fault) {
      if (!controller.signal.aborted) pick.items = [messageItem(sentenceOf(fault))];
    } finally {
      if (running === controller) pick.busy = false;
    }
  }

  const chosen = await new Promise<Passage | undefined>((resolve) => {
    pick.onDidChangeValue((value) => {
      clearTimeout(pause);
      pause = setTimeout(() => void search(value), typingPauseMs);
    });
    pick.onDidAccept(() => {
      const passage = pick.selectedItems[0]?.passage;
      if (passage) resolve(passage);
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
  });
  clearTimeout(pause);
  running?.abort();
  pick.dispose();
  if (chosen) await openArchivedMessage(conversation, chosen.messageId);
}

/** The search has decided already: the list must not filter a second time. */
function itemOf(passage: Passage): PassageItem {
  const date = passage.time === undefined ? '' : ` · ${new Date(passage.time).toLocaleDateString()}`;
  return {
    label: passage.citation,
    description: `turn ${passage.turn} · ${passage.role}${date}`,
    detail: passage.text.replace(/\s+/g, ' '),
    alwaysShow: true,
    passage,
  };
}

function messageItem(label: string): PassageItem {
  return { label, alwaysShow: true };
}
