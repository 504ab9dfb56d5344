import assert from 'node:assert/strict';
import type { ArchiveRow } from '../../../src/shared/archiveRow';
import type { ArchivePage, RequestView } from '../../../src/shared/protocol';
import {
  missingPages,
  reduce,
  rowAt,
  rowsPerPage,
  shownArchive,
  shownConversation,
  shownHits,
  startState,
  type Action,
  type ViewState,
} from '../../../src/webview/viewState';
import { budget8k, ledgerOf } from '../shared/budgetSamples';

function summary(id: string) {
  return { id, title: id, messages: 1, bytes: 1, updatedAt: 1 };
}

function requestOf(conversation: string): RequestView {
  return { conversation, modelLabel: 'm', ledger: ledgerOf({}), budget: budget8k, lastCompaction: undefined };
}

function page(conversation: string, number: number, total: number): ArchivePage {
  const offset = number * rowsPerPage;
  const rows = Array.from({ length: Math.min(rowsPerPage, total - offset) }, (_, at): ArchiveRow => {
    return { id: `${offset + at}`, turn: 1, role: 'user', time: 0, preview: '', state: undefined };
  });
  return { kind: 'page', conversation, offset, rows, total, compactions: [] };
}

function after(...actions: Action[]): ViewState {
  return actions.reduce(reduce, startState(undefined));
}

const chat: Action = { kind: 'request', request: requestOf('chat') };
const both: Action = { kind: 'conversations', conversations: [summary('other'), summary('chat')] };

describe('view state', () => {
  it('shows the newest archive before any request', () => assert.equal(shownConversation(after(both)), 'other'));

  it('follows the chat', () => assert.equal(shownConversation(after(both, chat)), 'chat'));

  it('stays at what the user chose', () =>
    assert.equal(shownConversation(after(both, { kind: 'choose', conversation: 'other' }, chat)), 'other'));

  it('follows the chat again when the chosen conversation is deleted', () => {
    const state = after(
      both,
      chat,
      { kind: 'choose', conversation: 'other' },
      {
        kind: 'conversations',
        conversations: [summary('chat')],
      },
    );
    assert.equal(shownConversation(state), 'chat');
  });

  it('finds a row in its page', () => {
    const archive = shownArchive(after(chat, page('chat', 0, 250), page('chat', 1, 250)));
    assert.equal(archive && rowAt(archive, 123)?.id, '123');
    assert.equal(archive && rowAt(archive, 240), undefined);
  });

  it('asks for the pages in sight that are not there', () => {
    assert.deepEqual(missingPages(after(chat), 0, 0), [0]);
    assert.deepEqual(missingPages(after(chat, page('chat', 0, 250)), 90, 110), [1]);
    assert.deepEqual(missingPages(after(chat, page('chat', 2, 250)), 240, 9999), []);
  });

  it('asks again after a change, and shows the old rows until then', () => {
    const state = after(chat, page('chat', 0, 50), { kind: 'changed' });
    assert.deepEqual(missingPages(state, 0, 40), [0]);
    assert.equal(shownArchive(state)?.total, 50);
  });

  it('keeps few pages however far one scrolls', () => {
    const pages = Array.from({ length: 100 }, (_, number) => page('chat', number, 10_000));
    assert.ok((shownArchive(after(chat, ...pages))?.pages.size ?? 0) < 10);
  });

  it('ignores a page of another conversation', () =>
    assert.equal(shownArchive(after(chat, page('other', 0, 50))), undefined));

  it('ignores hits for words that are no longer in the box', () => {
    const hits = (query: string): Action => ({ kind: 'hits', conversation: 'chat', query, hits: [] });
    const typed: Action = { kind: 'type', query: 'port' };
    assert.equal(shownHits(after(chat, typed, hits('po'))), undefined);
    assert.equal(shownHits(after(chat, typed, hits('port')))?.query, 'port');
    assert.equal(shownHits(after(chat, typed, hits('port'), { kind: 'type', query: '' })), undefined);
  });

  it('shows a fault until what failed works again', () => {
    const fault: Action = { kind: 'fault', about: 'archive', sentence: 'The archive is locked.' };
    assert.equal(after(chat, fault).faults.archive, 'The archive is locked.');
    assert.equal(after(chat, fault, page('chat', 0, 1)).faults.archive, undefined);
  });
});
