import { MemoryArchiveStore } from '../../src/archive/memoryArchiveStore';
import { identify } from '../../src/core/conversation/identity';
import { sqlJs } from '../support/sqlJs';
import { beamFacts, readBeam, readLocomo, type BenchConversation } from './retrievalData';

/** Mean over questions: the share of the evidence among the first k messages, and one over the rank of the first. */
export interface RetrievalFigures {
  readonly questions: number;
  readonly recall: Readonly<Record<number, number>>;
  readonly mrr: number;
}

export interface RetrievalRow {
  readonly data: string;
  readonly ranking: string;
  readonly category: string;
  readonly figures: RetrievalFigures;
}

/** F9: evidence recall of the archive's own search and of plain BM25, over LoCoMo and BEAM, per category. */
export async function run(dataDir: string): Promise<RetrievalRow[]> {
  const sets = [
    { data: 'LoCoMo', conversations: readLocomo(dataDir), groups: {} },
    { data: 'BEAM', conversations: readBeam(dataDir), groups: { facts: beamFacts } },
  ];
  const rows: RetrievalRow[] = [];
  for (const { data, conversations, groups } of sets) {
    if (conversations.length === 0) {
      console.log(`${data}: no data in ${dataDir}, skipped.`);
      continue;
    }
    for (const [ranking, search] of Object.entries(rankings)) {
      const asked = await askAll(conversations, search);
      rows.push(...summarise(asked, groups).map((summary) => ({ data, ranking, ...summary })));
    }
  }
  printTable(rows);
  return rows;
}

const depths = [1, 4, 5, 8, 10];
const deepest = 50;

/** Keys of messages, best first. */
type Search = (question: string) => Promise<string[]>;

const rankings: Readonly<Record<string, (conversation: BenchConversation) => Promise<Search>>> = {
  'BM25, words only': (conversation) => Promise.resolve(plainBm25(conversation)),
  throughline: archiveSearch,
};

async function archiveSearch({ messages }: BenchConversation): Promise<Search> {
  const branch = identify(messages.map(({ role, text }) => ({ role, parts: [{ kind: 'text', text }] })));
  const ids = new Set(branch.map(({ id }) => id));
  const keyOfId = new Map(branch.map(({ id }, index) => [id, messages[index]?.key ?? '']));
  const store = new MemoryArchiveStore(sqlJs);
  await store.archive('bench', branch, ids);
  return async (query) => {
    const { hits } = await store.search('bench', { query, limit: deepest, branch: ids, live: new Set() });
    return Array.from(new Set(hits.map(({ messageId }) => keyOfId.get(messageId) ?? '')));
  };
}

/** The reference: Okapi BM25 (k1 1.2, b 0.75) over whole messages and lower-case words. */
function plainBm25({ messages }: BenchConversation): Search {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const holding = new Map<string, number>();
  const documents = messages.map(({ key, text }) => {
    const words = wordsOf(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
    return { key, counts, length: words.length };
  });
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return (question) => {
    const words = Array.from(new Set(wordsOf(question)));
    const scored = documents.map(({ key, counts, length }) => {
      const score = words.reduce((sum, word) => {
        const count = counts.get(word) ?? 0;
        const documentsWith = holding.get(word) ?? 0;
        const idf = Math.log(1 + (documents.length - documentsWith + 0.5) / (documentsWith + 0.5));
        return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / meanLength));
      }, 0);
      return { key, score };
    });
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return Promise.resolve(found.slice(0, deepest).map(({ key }) => key));
  };
}

interface Asked {
  readonly category: string;
  readonly recall: readonly number[];
  readonly reciprocalRank: number;
}

async function askAll(
  conversations: readonly BenchConversation[],
  open: (conversation: BenchConversation) => Promise<Search>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const conversation of conversations) {
    const search = await open(conversation);
    for (const { text, category, evidence } of conversation.questions) {
      const found = await search(text);
      const hits = found.map((key) => evidence.has(key));
      const recall = depths.map((depth) => hits.slice(0, depth).filter(Boolean).length / evidence.size);
      const first = hits.indexOf(true);
      asked.push({ category, recall, reciprocalRank: first === -1 ? 0 : 1 / (first + 1) });
    }
  }
  return asked;
}

function summarise(
  asked: readonly Asked[],
  groups: Readonly<Record<string, ReadonlySet<string>>>,
): { category: string; figures: RetrievalFigures }[] {
  const categories = Array.from(new Set(asked.map(({ category }) => category))).sort();
  const named: [string, readonly Asked[]][] = [
    ['all', asked],
    ...Object.entries(groups).map(([name, members]): [string, Asked[]] => [
      name,
      asked.filter(({ category }) => members.has(category)),
    ]),
    ...categories.map((name): [string, Asked[]] => [name, asked.filter(({ category }) => category === name)]),
  ];
  return named.map(([category, members]) => ({ category, figures: figuresOf(members) }));
}

function figuresOf(asked: readonly Asked[]): RetrievalFigures {
  const mean = (value: (one: Asked) => number) => asked.reduce((sum, one) => sum + value(one), 0) / asked.length;
  const recall = Object.fromEntries(depths.map((depth, index) => [depth, mean((one) => one.recall[index] ?? 0)]));
  return { questions: asked.length, recall, mrr: mean(({ reciprocalRank }) => reciprocalRank) };
}

function printTable(rows: readonly RetrievalRow[]): void {
  const columns = [...depths.map((depth) => `@${depth}`), 'MRR'];
  console.log(
    [
      'data'.padEnd(8),
      'ranking'.padEnd(18),
      'category'.padEnd(26),
      'n'.padStart(4),
      ...columns.map((c) => c.padStart(6)),
    ].join(' '),
  );
  for (const { data, ranking, category, figures } of rows) {
    const numbers = [...depths.map((depth) => figures.recall[depth] ?? 0), figures.mrr].map((n) =>
      n.toFixed(3).padStart(6),
    );
    console.log(
      [data.padEnd(8), ranking.padEnd(18), category.padEnd(26), String(figures.questions).padStart(4), ...numbers].join(
        ' ',
      ),
    );
  }
}
