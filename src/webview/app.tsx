import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { ToView } from '../shared/protocol';
import { ArchiveSection } from './archiveSection';
import { BudgetSection } from './budgetSection';
import { CompactionsSection } from './compactionsSection';
import { ConversationsSection } from './conversationsSection';
import type { HostChannel } from './hostChannel';
import { FaultLine, Section } from './section';
import { SettingsSection } from './settingsSection';
import { missingPages, reduce, rowsPerPage, shownArchive, shownConversation, startState } from './viewState';

/** Long enough that a word is typed to its end, short enough to feel at once. */
const searchDelayMs = 150;

/** Saving crosses to the editor: not on each of the sixty scroll events a second, yet before anyone can hide the view. */
const saveDelayMs = 100;

/** The whole view. */
export function App({ host }: { readonly host: HostChannel }) {
  const kept = useRef(host.load());
  const [state, dispatch] = useReducer(reduce, kept.current, startState);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [scrollTop, setScrollTop] = useState(kept.current?.scrollTop ?? 0);
  const [folded, setFolded] = useState(kept.current?.folded ?? []);
  const asked = useRef(new Set<string>());
  const conversation = shownConversation(state);

  useEffect(() => {
    const receive = ({ data }: MessageEvent<ToView>) => {
      // What was asked for before the change may be answered from before it: ask again all the same.
      if (data.kind === 'changed' || data.kind === 'fault') asked.current.clear();
      if (data.kind === 'page') asked.current.delete(pageKey(data.conversation, data.offset));
      dispatch(data);
    };
    window.addEventListener('message', receive);
    host.post({ kind: 'ready' });
    return () => {
      window.removeEventListener('message', receive);
    };
  }, []);

  useEffect(() => {
    // A fault is shown, not retried: the next change of the archive or the next scroll asks again.
    if (conversation === undefined || state.faults.archive !== undefined) return;
    for (const page of missingPages(state, range.first, range.last)) {
      const offset = page * rowsPerPage;
      if (asked.current.has(pageKey(conversation, offset))) continue;
      asked.current.add(pageKey(conversation, offset));
      host.post({ kind: 'page', conversation, offset, limit: rowsPerPage });
    }
  }, [conversation, state.revision, state.archive, range]);

  const query = state.query.trim();
  useEffect(() => {
    if (conversation === undefined || query === '') return undefined;
    const timer = setTimeout(() => {
      host.post({ kind: 'search', conversation, query });
    }, searchDelayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [conversation, state.revision, query]);

  useEffect(() => {
    const chosen = state.chosen === undefined ? {} : { chosen: state.chosen };
    const timer = setTimeout(() => {
      host.save({ ...chosen, query: state.query, scrollTop, folded });
    }, saveDelayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [state.chosen, state.query, scrollTop, folded]);

  const section = (title: string) => ({
    title,
    open: !folded.includes(title),
    onToggle: (open: boolean) => {
      setFolded((names) => (open ? names.filter((name) => name !== title) : [...new Set([...names, title])]));
    },
  });
  const forConversation = (kind: 'undo' | 'delete', id = conversation) => {
    if (id !== undefined) host.post({ kind, conversation: id });
  };

  return (
    <main>
      <Section {...section('Budget')}>
        {state.request === undefined ? (
          <FirstSteps loaded={state.loaded} host={host} />
        ) : (
          <BudgetSection request={state.request} />
        )}
      </Section>
      <Section {...section('Archive')}>
        <FaultLine sentence={state.faults.archive ?? state.faults.search ?? state.faults.open} />
        <ArchiveSection
          state={state}
          scrollTop={scrollTop}
          onType={(typed) => {
            dispatch({ kind: 'type', query: typed });
          }}
          onScroll={setScrollTop}
          onRange={(first, last) => {
            setRange({ first: Math.max(0, first), last });
          }}
          onOpen={(message) => {
            if (conversation !== undefined) host.post({ kind: 'open', conversation, message });
          }}
        />
      </Section>
      <Section {...section('Compactions')}>
        <FaultLine sentence={state.faults.undo} />
        <CompactionsSection
          compactions={shownArchive(state)?.compactions ?? []}
          onUndo={() => {
            forConversation('undo');
          }}
        />
      </Section>
      <Section {...section('Conversations')}>
        <FaultLine sentence={state.faults.conversations ?? state.faults.delete} />
        <ConversationsSection
          conversations={state.conversations}
          shown={conversation}
          onChoose={(id) => {
            setScrollTop(0);
            dispatch({ kind: 'choose', conversation: id === state.request?.conversation ? undefined : id });
          }}
          onDelete={(id) => {
            forConversation('delete', id);
          }}
        />
      </Section>
      <Section {...section('Settings in effect')}>
        <SettingsSection budget={state.request?.budget} />
      </Section>
    </main>
  );
}

/** What stands here before the first request. */
function FirstSteps({ loaded, host }: { readonly loaded: boolean; readonly host: HostChannel }) {
  if (!loaded) return <p class="quiet">Loading …</p>;
  return (
    <>
      <p>No request was measured yet. Ask @throughline something in the chat, or load the sample conversation.</p>
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            host.post({ kind: 'openChat' });
          }}
        >
          Open Chat
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => {
            host.post({ kind: 'loadSample' });
          }}
        >
          Load Sample Conversation
        </button>
      </p>
    </>
  );
}

function pageKey(conversation: string, offset: number): string {
  return `${conversation} ${offset}`;
}
