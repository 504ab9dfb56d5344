import type { MessageId, Role } from '../core/conversation/message';
import type { PassageState } from '../core/archive/store';
import { roleLabels, stateLabels, type HitRow } from '../shared/archiveRow';
import { formatCount } from '../shared/figures';
import { excerpt } from '../shared/highlight';
import { formatTime } from './time';
import { VirtualList } from './virtualList';
import { rowAt, shownArchive, shownConversation, shownHits, type ViewState } from './viewState';

/** Two lines of text and the space around them, as `view.css` sets them. */
const rowHeight = 42;

/** What a hit shows of its passage: about four lines of a side bar. */
const excerptUnits = 220;

export interface ArchiveSectionProps {
  readonly state: ViewState;
  readonly scrollTop: number;
  onType(query: string): void;
  onScroll(scrollTop: number): void;
  onRange(first: number, last: number): void;
  onOpen(message: MessageId): void;
}

/** Search and browse what the shown conversation holds. */
export function ArchiveSection(props: ArchiveSectionProps) {
  const { state } = props;
  const conversation = shownConversation(state);
  const title = state.conversations.find(({ id }) => id === conversation)?.title;
  const searching = state.query.trim() !== '';
  return (
    <>
      {title !== undefined && <p class="quiet ellipsis">Conversation: {title}</p>}
      <input
        type="search"
        aria-label="Search this conversation’s archive"
        placeholder="Search this conversation"
        value={state.query}
        onInput={(event) => {
          props.onType(event.currentTarget.value);
        }}
      />
      {searching ? <Hits state={state} onOpen={props.onOpen} /> : <Browse {...props} />}
    </>
  );
}

function Hits({ state, onOpen }: { readonly state: ViewState; onOpen(message: MessageId): void }) {
  const found = shownHits(state);
  return (
    <>
      <p role="status" class="quiet">
        {foundSentence(found?.hits.length, shownArchive(state)?.total)}
      </p>
      <ul class="hits">
        {found?.hits.map((hit, place) => (
          <li key={`${hit.id} ${place}`}>
            <button
              type="button"
              class="hit"
              onClick={() => {
                onOpen(hit.id);
              }}
            >
              <Meta turn={hit.turn} role={hit.role} state={hit.state} time={hit.time} />
              <Excerpt hit={hit} query={found.query} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function foundSentence(count: number | undefined, archived: number | undefined): string {
  if (count === undefined) return 'Searching …';
  if (count > 0) return `${formatCount(count, 'passage')} found, best first.`;
  return archived === 0
    ? 'Nothing of this conversation is archived yet: all of it is still in the request.'
    : 'Nothing found. Try fewer words, or one that was used in the chat.';
}

function Excerpt({ hit, query }: { readonly hit: HitRow; readonly query: string }) {
  return (
    <span class="excerpt">
      {excerpt(hit.text, query, excerptUnits).map(({ text, hit: marked }, place) =>
        marked ? <mark key={place}>{text}</mark> : text,
      )}
    </span>
  );
}

function Browse(props: ArchiveSectionProps) {
  const archive = shownArchive(props.state);
  if (archive === undefined) return <p class="quiet">{waitingSentence(props.state)}</p>;
  if (archive.total === 0) return <p class="quiet">Nothing of this conversation is archived yet.</p>;
  return (
    <>
      <p class="quiet">{formatCount(archive.total, 'message')}, oldest first. Enter or a click opens one.</p>
      <VirtualList
        key={archive.conversation}
        label="Archived messages"
        total={archive.total}
        rowHeight={rowHeight}
        scrollTop={props.scrollTop}
        onScroll={props.onScroll}
        onRange={props.onRange}
        onOpen={(index) => {
          const row = rowAt(archive, index);
          if (row !== undefined) props.onOpen(row.id);
        }}
        renderRow={(index) => {
          const row = rowAt(archive, index);
          if (row === undefined) return <span class="quiet">…</span>;
          return (
            <>
              <Meta turn={row.turn} role={row.role} state={row.state} time={row.time} />
              <span class="preview">{row.preview === '' ? '(no text)' : row.preview}</span>
            </>
          );
        }}
      />
    </>
  );
}

function waitingSentence(state: ViewState): string {
  if (state.faults.archive !== undefined) return '';
  if (!state.loaded || shownConversation(state) !== undefined) return 'Loading …';
  return 'No conversation is archived here yet.';
}

interface MetaProps {
  readonly turn: number;
  readonly role: Role;
  readonly state: PassageState | undefined;
  readonly time: number | undefined;
}

function Meta({ turn, role, state, time }: MetaProps) {
  return (
    <span class="meta">
      <span class="who">
        Turn {turn} · {roleLabels[role]}
      </span>
      {state !== undefined && <span class={`state state-${state}`}>{stateLabels[state]}</span>}
      <span class="when">{formatTime(time, 'short')}</span>
    </span>
  );
}
