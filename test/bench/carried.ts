import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import { buildCheckpoint } from '../../src/core/compaction/checkpoint/buildCheckpoint';
import { maxCarriedShareOfTarget, maxCarriedTokens } from '../../src/core/compaction/checkpoint/carriedInstructions';
import { checkpointTargetShare } from '../../src/core/compaction/tunables';
import { identify } from '../../src/core/conversation/identity';
import { textOf } from '../../src/core/conversation/message';
import type { Branch, BranchMessage } from '../../src/core/conversation/message';
import { createTextCounter } from '../../src/core/tokens/textCounter';
import { readBeam } from '../../src/core/transcripts/beam';

/** One way of carrying words across a compaction, over all conversations. Shares are 0–1. */
export interface CarriedRow {
  readonly method: string;
  /** Source messages whose whole text stands verbatim in what is kept. */
  readonly messages: number;
  /** Questions with at least one source message verbatim. */
  readonly questions: number;
  readonly instructions: number;
  readonly preferences: number;
  /** Mean tokens of what is kept. */
  readonly meanTokens: number;
  readonly sampled: string;
}

/** A 16k window with an output of 4,096: the target is three quarters of it. */
const targetTokens = 12_288;

const categories = ['instruction_following', 'preference_following'] as const;

/**
 * F13: which share of the standing instructions and preferences that BEAM's questions name is still verbatim at the end
 * of each conversation. `undefined` where the data is absent.
 */
export function run(dataDir: string): CarriedRow[] | undefined {
  const folder = join(dataDir, 'beam-100k');
  if (!existsSync(folder)) return undefined;
  const conversations = readdirSync(folder).map((name) => readConversation(join(folder, name)));
  return Object.entries(methods).map(([method, keep]) => row(method, conversations, keep));
}

interface Question {
  readonly category: (typeof categories)[number];
  readonly sources: readonly string[];
}

interface Conversation {
  readonly covered: Branch;
  readonly current: BranchMessage;
  readonly questions: readonly Question[];
}

const counter = createTextCounter(o200kBase);
const countText = (text: string) => counter.countText(text);
const budgetTokens = Math.min(maxCarriedTokens, targetTokens * maxCarriedShareOfTarget);

const methods: Record<string, (conversation: Conversation) => string> = {
  'checkpoint, carried instructions alone': (conversation) => checkpoint(conversation)?.carriedText ?? '',
  'checkpoint, whole': (conversation) => checkpoint(conversation)?.text ?? '',
  'newest first, 8 messages, same tokens': ({ covered }) => newestFirst(covered, 8, budgetTokens),
  'newest first, same tokens': ({ covered }) => newestFirst(covered, Infinity, budgetTokens),
  'newest first, tokens of the checkpoint': ({ covered }) =>
    newestFirst(covered, Infinity, targetTokens * checkpointTargetShare),
  'last messages up to the target': ({ covered }) => lastMessages(covered),
};

function checkpoint({ covered, current }: Conversation) {
  return buildCheckpoint({
    covered,
    current,
    keptIds: new Set(),
    budgetTokens: Math.floor(targetTokens * checkpointTargetShare),
    targetTokens,
    countText,
    searchToolName: 'search_conversation',
  });
}

function newestFirst(covered: Branch, items: number, tokens: number): string {
  const kept: string[] = [];
  let used = 0;
  for (const message of covered.filter(({ role }) => role === 'user').reverse()) {
    const text = textOf(message);
    const cost = countText(text);
    if (kept.length === items) break;
    if (used + cost > tokens) continue;
    used += cost;
    kept.unshift(text);
  }
  return kept.join('\n');
}

function lastMessages(covered: Branch): string {
  const kept: string[] = [];
  let used = 0;
  for (const text of covered.map(textOf).reverse()) {
    used += countText(text);
    if (used > targetTokens) break;
    kept.unshift(text);
  }
  return kept.join('\n');
}

function row(
  method: string,
  conversations: readonly Conversation[],
  keep: (conversation: Conversation) => string,
): CarriedRow {
  const messages: boolean[] = [];
  const byCategory = { instruction_following: [] as boolean[], preference_following: [] as boolean[] };
  let tokens = 0;
  for (const conversation of conversations) {
    const kept = keep(conversation);
    tokens += countText(kept);
    const sources = new Set(conversation.questions.flatMap((question) => question.sources));
    messages.push(...[...sources].map((source) => kept.includes(source)));
    for (const question of conversation.questions) {
      byCategory[question.category].push(question.sources.some((source) => kept.includes(source)));
    }
  }
  const questions = Object.values(byCategory).flat();
  return {
    method,
    messages: share(messages),
    questions: share(questions),
    instructions: share(byCategory.instruction_following),
    preferences: share(byCategory.preference_following),
    meanTokens: Math.round(tokens / conversations.length),
    sampled: `${messages.length} messages, ${questions.length} questions`,
  };
}

function share(found: readonly boolean[]): number {
  return Math.round((1_000 * found.filter(Boolean).length) / found.length) / 1_000;
}

function readConversation(folder: string): Conversation {
  const { messages, sourceIds = [] } = readBeam(unzipped(join(folder, 'chat.json.gz')));
  const branch = identify(messages);
  const last = branch.findLastIndex(({ role }) => role === 'user');
  const current = branch[last];
  if (!current) throw new Error(`No user message in ${folder}.`);
  const userTexts = new Map(
    branch.flatMap((message, index) => (message.role === 'user' ? [[sourceIds[index], textOf(message)]] : [])),
  );
  const questions = JSON.parse(unzipped(join(folder, 'probing_questions.json.gz'))) as Record<string, unknown[]>;
  return {
    covered: branch.slice(0, last),
    current,
    questions: categories.flatMap((category) =>
      (questions[category] ?? []).flatMap((question) => {
        const { source_chat_ids: ids } = question as { source_chat_ids: number[] | Record<string, number[]> };
        const list = Array.isArray(ids) ? ids : Object.values(ids).flat();
        const sources = list.flatMap((id) => userTexts.get(String(id)) ?? []);
        return sources.length === 0 ? [] : [{ category, sources }];
      }),
    ),
  };
}

function unzipped(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8');
}
