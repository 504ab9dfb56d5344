import { existsSync } from 'node:fs';
import type { ConversationId } from '../core/archive/store';
import type { Boundary } from '../core/compaction/boundary';
import { identify } from '../core/conversation/identity';
import type { MessageId } from '../core/conversation/message';
import type { Engine, SearchScope } from '../engine/api';
import type { Command, CommandOption, OptionValues, Terminal } from './command';
import { UsageError } from './command';
import { readConversation } from './input';
import { openEngine } from './openEngine';
import {
  isPositiveInteger,
  readConversationId,
  readFormat,
  readNumber,
  readPath,
  readText,
  inputOptions,
} from './options';
import { jsonDocument } from './table';

const searchOptions = {
  store: { type: 'string', value: 'DIR', help: 'The folder of the archive.' },
  conversation: { type: 'string', value: 'ID', help: 'The conversation in it.' },
  branch: { type: 'string', value: 'FILE', help: 'Serve only what was said on the branch this conversation holds.' },
  index: { type: 'string', value: 'FILE', help: 'Index this conversation in memory instead, and search it.' },
  format: inputOptions.format,
  query: { type: 'string', value: 'TEXT', help: 'What to look for.' },
  'top-k': { type: 'string', value: 'N', help: 'How many passages to show (default 4).' },
  json: { type: 'boolean', help: 'Print one JSON document.' },
} satisfies Record<string, CommandOption>;

/** What a model gets from one search by default; see R5. */
const defaultTopK = 4;

/** `throughline search`: looks into the archive of a conversation, or into one that is indexed for it. */
export const search: Command = {
  name: 'search',
  summary: 'Search what left the window of a conversation.',
  options: searchOptions,
  async run(values, terminal) {
    const query = readText(values, 'query');
    if (query === undefined || query.trim() === '') throw new UsageError('say what to look for with --query TEXT');
    const limit = readNumber(values, 'top-k', 'a positive whole number', isPositiveInteger) ?? defaultTopK;
    const folder = folderOf(values);
    const { engine } = openEngine(folder, 'o200k_base', terminal);
    try {
      const { conversation, scope } =
        folder === undefined ? await indexed(engine, values, terminal) : await stored(engine, values, terminal);
      const { hits, searched } = await engine.search({ conversation, query, limit, scope });
      const shown = hits.map(({ citation, turn, role, time, score, state, text }) => {
        return { citation, turn, role, time: time ?? null, score, state, text };
      });
      terminal.out(values['json'] === true ? jsonDocument({ query, hits: shown, searched }) : forPeople(shown));
      return 0;
    } finally {
      await engine.dispose();
    }
  },
};

/** `undefined` where a file is indexed in memory. */
function folderOf(values: OptionValues): string | undefined {
  const folder = readPath(values, 'store');
  const isIndexed = readPath(values, 'index') !== undefined;
  if (isIndexed && folder !== undefined) throw new UsageError('give --store DIR or --index FILE, not both');
  if (isIndexed) return undefined;
  if (folder === undefined) throw new UsageError('say where to search with --store DIR or --index FILE');
  if (!existsSync(folder)) throw new UsageError(`${folder}: there is no such folder`);
  return folder;
}

interface Place {
  readonly conversation: ConversationId;
  readonly scope: SearchScope;
}

async function indexed(engine: Engine, values: OptionValues, terminal: Terminal): Promise<Place> {
  const file = readPath(values, 'index') ?? '';
  const { messages } = await readConversation(file, readFormat(values), terminal);
  const branch = await engine.record('indexed', messages);
  if (!branch) throw new UsageError(`${file}: this conversation cannot be indexed`);
  return { conversation: 'indexed', scope: { branch, live: [] } };
}

async function stored(engine: Engine, values: OptionValues, terminal: Terminal): Promise<Place> {
  const known = (await engine.conversations()).map(({ id }) => id);
  const conversation = readConversationId(values);
  if (conversation === undefined || !known.includes(conversation)) {
    const what = conversation === undefined ? 'name a conversation with --conversation' : `there is no ${conversation}`;
    throw new UsageError(`${what}; the store holds ${known.length === 0 ? 'none' : known.join(', ')}`);
  }
  const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const { messages, boundaries } = await engine.overview(conversation, everything);
  const file = readPath(values, 'branch');
  if (file === undefined) {
    // Without a branch all of the archive is asked for.
    return { conversation, scope: { branch: messages.map(({ id }) => id), live: [] } };
  }
  const transcript = await readConversation(file, readFormat(values), terminal);
  const branch = identify(transcript.messages).map(({ id }) => id);
  return { conversation, scope: { branch, live: liveOn(branch, boundaries) } };
}

/**
 * What is still in the window: everything the newest boundary of the branch does not cover. Without a boundary nothing
 * is known of a window, so all that is archived counts as having left it.
 */
function liveOn(branch: readonly MessageId[], boundaries: readonly Boundary[]): MessageId[] {
  for (const { covers, kept } of boundaries) {
    const last = covers === undefined ? -1 : branch.indexOf(covers);
    if (last >= 0) return branch.filter((id, index) => index > last || kept.includes(id));
  }
  return [];
}

function forPeople(hits: readonly { citation: string; role: string; state: string; text: string }[]): string {
  if (hits.length === 0) return 'nothing found\n';
  return hits.map(({ citation, role, state, text }) => `${citation} ${role}, ${state}\n${text}\n`).join('\n');
}
