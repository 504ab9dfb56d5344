import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Role } from '../../src/core/conversation/message';

export interface BenchQuestion {
  readonly text: string;
  readonly category: string;
  /** Keys of the messages that hold the answer; never empty. */
  readonly evidence: ReadonlySet<string>;
}

export interface BenchConversation {
  readonly messages: readonly { readonly key: string; readonly role: Role; readonly text: string }[];
  readonly questions: readonly BenchQuestion[];
}

/** LoCoMo: two people over months. Both are people, so both are users; each line starts with its speaker's name. */
export function readLocomo(dataDir: string): BenchConversation[] {
  const folder = join(dataDir, 'locomo');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json.gz'));
  return files
    .flatMap((name) => readJson(join(folder, name)) as LocomoConversation[])
    .map(({ conversation, qa }) => {
      const messages = Object.keys(conversation)
        .flatMap((name) => /^session_(\d+)$/.exec(name)?.[1] ?? [])
        .sort((a, b) => Number(a) - Number(b))
        .flatMap((session) => conversation[`session_${session}`] as LocomoTurn[])
        .map(({ dia_id, speaker, text, blip_caption }) => ({
          key: locomoKeys(dia_id)[0] ?? dia_id,
          role: 'user' as const,
          text: `${speaker}: ${text}${blip_caption === undefined ? '' : ` ${blip_caption}`}`,
        }));
      const questions = qa
        .filter(({ category }) => category !== adversarial)
        .map(({ question, category, evidence }) => ({
          text: question,
          category: locomoCategories[category] ?? String(category),
          evidence: new Set(evidence.flatMap(locomoKeys)),
        }));
      return withEvidence({ messages, questions });
    });
}

/** BEAM: a user with a coding assistant, about 100,000 tokens each. */
export function readBeam(dataDir: string): BenchConversation[] {
  const folder = join(dataDir, 'beam-100k');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  return names.map((name) => {
    const batches = readJson(join(folder, name, 'chat.json.gz')) as BeamBatch[];
    const probing = readJson(join(folder, name, 'probing_questions.json.gz')) as Record<string, BeamQuestion[]>;
    const messages = batches
      .flatMap(({ turns }) => turns.flat())
      .map(({ id, role, content }) => ({ key: String(id), role, text: content.replace(/\s*->->\s*[\d,]+\s*$/, '') }));
    const questions = Object.entries(probing).flatMap(([category, asked]) =>
      asked.map(({ question, source_chat_ids: ids }) => ({
        text: question,
        category,
        evidence: new Set(keysIn(ids)),
      })),
    );
    return withEvidence({ messages, questions });
  });
}

/** Categories of BEAM that ask for a fact. */
export const beamFacts: ReadonlySet<string> = new Set([
  'information_extraction',
  'knowledge_update',
  'temporal_reasoning',
  'contradiction_resolution',
]);

const adversarial = 5;
const locomoCategories: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
};

interface LocomoTurn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface LocomoConversation {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence: readonly string[];
  }[];
}

interface BeamBatch {
  readonly turns: readonly (readonly { readonly id: number; readonly role: Role; readonly content: string }[])[];
}

interface BeamQuestion {
  readonly question: string;
  readonly source_chat_ids?: unknown;
}

/** Evidence is sometimes written `D8:6; D9:17`, `D:11:26` or `D30:05`. */
function locomoKeys(evidence: string): string[] {
  return Array.from(evidence.matchAll(/D:?(\d+):0*(\d+)/g), ([, session, turn]) => `D${session}:${turn}`);
}

/** A list of ids, or an object of lists of them. */
function keysIn(ids: unknown): string[] {
  if (typeof ids === 'number' || typeof ids === 'string') return [String(ids)];
  return typeof ids === 'object' && ids !== null ? Object.values(ids).flatMap(keysIn) : [];
}

/** Questions whose evidence is in the conversation. */
function withEvidence({ messages, questions }: BenchConversation): BenchConversation {
  const keys = new Set(messages.map(({ key }) => key));
  const known = questions.map((question) => ({
    ...question,
    evidence: new Set(Array.from(question.evidence).filter((key) => keys.has(key))),
  }));
  return { messages, questions: known.filter(({ evidence }) => evidence.size > 0) };
}

function readJson(file: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
}
