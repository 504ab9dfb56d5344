import type { ConversationId, ConversationSummary } from '../core/archive/store';
import type { ArchiveRow } from '../shared/archiveRow';
import type { CompactionRow, Fault, RequestView, SearchHits, ToView } from '../shared/protocol';

/** Rows asked for at once: a screenful several times over, and small enough to cross to the page without a pause. */
export const rowsPerPage = 100;

/** Pages kept on either side of the newest one: what is scrolled far away is asked for again. */
const pagesAround = 4;

/** Everything the page shows, apart from what the browser itself holds. */
export interface ViewState {
  /** False until the host answered for the first time. */
  readonly loaded: boolean;
  readonly request: RequestView | undefined;
  readonly conversations: readonly ConversationSummary[];
  readonly chosen: ConversationId | undefined;
  readonly query: string;
  readonly archive: ArchiveState | undefined;
  readonly hits: SearchHits | undefined;
  readonly faults: Readonly<Partial<Record<Fault['about'], string>>>;
  /** Grows with each change of the archives: what was asked for before is asked for again. */
  readonly revision: number;
}

/** What is known of the shown conversation's archive. */
export interface ArchiveState {
  readonly conversation: ConversationId;
  readonly total: number;
  readonly compactions: readonly CompactionRow[];
  readonly pages: ReadonlyMap<number, Page>;
}

interface Page {
  readonly rows: readonly ArchiveRow[];
  readonly revision: number;
}

/** What changes the state: the host's messages, and what the user does. */
export type Action =
  | ToView
  /** `undefined`: follow the chat again. */
  | { readonly kind: 'choose'; readonly conversation: ConversationId | undefined }
  | { readonly kind: 'type'; readonly query: string };

/** The state before the first answer, with what was kept of an earlier page. */
export function startState(kept: { chosen?: ConversationId; query: string } | undefined): ViewState {
  return {
    loaded: false,
    request: undefined,
    conversations: [],
    chosen: kept?.chosen,
    query: kept?.query ?? '',
    archive: undefined,
    hits: undefined,
    faults: {},
    revision: 0,
  };
}

/** The state after an action; the very same one where the action is late and answers what is no longer shown. */
export function reduce(state: ViewState, action: Action): ViewState {
  switch (action.kind) {
    case 'request':
      return { ...state, loaded: true, request: action.request };
    case 'conversations':
      return withoutFault(
        { ...state, conversations: action.conversations, chosen: stillThere(state.chosen, action.conversations) },
        'conversations',
      );
    case 'page':
      if (action.conversation !== shownConversation(state)) return state;
      return withoutFault({ ...state, archive: withPage(state, action) }, 'archive');
    case 'hits':
      if (action.conversation !== shownConversation(state) || action.query !== state.query.trim()) return state;
      return withoutFault({ ...state, hits: action }, 'search');
    case 'changed':
      return { ...state, revision: state.revision + 1, faults: {} };
    case 'fault':
      return { ...state, faults: { ...state.faults, [action.about]: action.sentence } };
    case 'choose':
      return { ...state, chosen: action.conversation };
    case 'type':
      return { ...state, query: action.query };
  }
}

/** The conversation whose archive is shown: the chosen one, else the chat's, else the newest. */
export function shownConversation(state: ViewState): ConversationId | undefined {
  return state.chosen ?? state.request?.conversation ?? state.conversations[0]?.id;
}

/** The archive, if what is held of it is the shown conversation's. */
export function shownArchive(state: ViewState): ArchiveState | undefined {
  return state.archive?.conversation === shownConversation(state) ? state.archive : undefined;
}

/** The hits, if they answer what stands in the search box. Older ones stay until the new ones are there. */
export function shownHits(state: ViewState): SearchHits | undefined {
  return state.query.trim() !== '' && state.hits?.conversation === shownConversation(state) ? state.hits : undefined;
}

export function rowAt(archive: ArchiveState, index: number): ArchiveRow | undefined {
  return archive.pages.get(Math.floor(index / rowsPerPage))?.rows[index % rowsPerPage];
}

/** Numbers of the pages that rows `first … last` need and that are missing or older than the archive. */
export function missingPages(state: ViewState, first: number, last: number): number[] {
  const archive = shownArchive(state);
  const end = archive === undefined ? first : Math.max(first, Math.min(last, archive.total - 1));
  const missing: number[] = [];
  for (let page = Math.floor(first / rowsPerPage); page <= Math.floor(end / rowsPerPage); page += 1)
    if (archive?.pages.get(page)?.revision !== state.revision) missing.push(page);
  return missing;
}

function withPage(state: ViewState, page: Extract<ToView, { kind: 'page' }>): ArchiveState {
  const number = Math.floor(page.offset / rowsPerPage);
  const held = shownArchive(state)?.pages ?? new Map<number, Page>();
  const near = [...held].filter(
    ([other]) => Math.abs(other - number) <= pagesAround && other * rowsPerPage < page.total,
  );
  return {
    conversation: page.conversation,
    total: page.total,
    compactions: page.compactions,
    pages: new Map([...near, [number, { rows: page.rows, revision: state.revision }]]),
  };
}

function stillThere(
  chosen: ConversationId | undefined,
  conversations: readonly ConversationSummary[],
): ConversationId | undefined {
  return conversations.some(({ id }) => id === chosen) ? chosen : undefined;
}

function withoutFault(state: ViewState, about: Fault['about']): ViewState {
  if (state.faults[about] === undefined) return state;
  return { ...state, faults: Object.fromEntries(Object.entries(state.faults).filter(([key]) => key !== about)) };
}
