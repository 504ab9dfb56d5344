import { arrayAt, objectAt, stringAt, timeAt } from './json';
import type { JsonObject } from './json';
import type { JsonLine } from './jsonLines';
import type { TranscriptProblem } from './transcript';

/** A row of a Claude Code session. Rows of other types than these two only link them. */
export interface ClaudeCodeRow {
  readonly line: number;
  readonly id: string;
  readonly type: 'user' | 'assistant' | 'other';
  readonly value: JsonObject;
  readonly message: JsonObject;
}

/**
 * The rows of the conversation that ends in the newest leaf, grouped into messages, oldest first.
 *
 * `parentUuid` makes a tree, with `logicalParentUuid` bridging a compaction. Its path alone is not the conversation:
 * the answer of one request is written as several rows with one `message.id`, and where it calls tools side by side
 * these rows and their results are branches of their own. So the rows of one answer are one group, wherever they stand
 * in the tree, and the results of its calls follow it. Side chains of sub-agents are left out, unless the file is
 * nothing but one.
 */
export function newestConversation(
  lines: readonly JsonLine[],
  problems: TranscriptProblem[],
): readonly (readonly ClaudeCodeRow[])[] {
  const all = lines.flatMap(toRow);
  const main = all.filter(({ value }) => value['isSidechain'] !== true);
  const rows = main.some(({ type }) => type !== 'other') ? main : all;
  const path = newestPath(rows, problems);
  const onPath = new Set(path);
  const answered = new Set(path.flatMap(resultIds));
  const answers = new Map<string, ClaudeCodeRow[]>();
  for (const row of rows) {
    if (row.type !== 'assistant') continue;
    const group = answers.get(answerId(row));
    if (group) group.push(row);
    else answers.set(answerId(row), [row]);
  }
  const asides = new Map<string, ClaudeCodeRow>();
  for (const row of rows) if (!onPath.has(row)) for (const id of resultIds(row)) asides.set(id, row);
  const groups: ClaudeCodeRow[][] = [];
  const emitted = new Set<string>();
  for (const row of path) {
    if (row.type === 'other') continue;
    if (row.type === 'user') {
      groups.push([row]);
      continue;
    }
    const answer = answerId(row);
    if (emitted.has(answer)) continue;
    emitted.add(answer);
    const group = answers.get(answer) ?? [row];
    const unanswered = group.flatMap(callIds).filter((id) => !answered.has(id));
    const results = new Set(unanswered.flatMap((id) => asides.get(id) ?? []));
    groups.push(group, ...[...results].map((result) => [result]));
  }
  return groups;
}

function toRow({ line, value }: JsonLine): ClaudeCodeRow[] {
  const id = stringAt(value['uuid']);
  if (id === undefined) return [];
  const type = value['type'] === 'user' || value['type'] === 'assistant' ? value['type'] : 'other';
  return [{ line, id, type, value, message: objectAt(value['message']) }];
}

function newestPath(rows: readonly ClaudeCodeRow[], problems: TranscriptProblem[]): ClaudeCodeRow[] {
  const parents = new Parents(rows, problems);
  const path: ClaudeCodeRow[] = [];
  const seen = new Set<ClaudeCodeRow>();
  for (let row = newestLeaf(rows, parents); row && !seen.has(row); row = parents.of(row)) {
    seen.add(row);
    path.push(row);
  }
  return path.reverse();
}

/** By time, since a resumed session may append to an older branch; by position in the file where times are equal. */
function newestLeaf(rows: readonly ClaudeCodeRow[], parents: Parents): ClaudeCodeRow | undefined {
  const said = rows.filter(({ type }) => type !== 'other');
  const followed = new Set<ClaudeCodeRow>();
  for (const row of said) {
    let parent = parents.of(row);
    while (parent && !followed.has(parent)) {
      followed.add(parent);
      parent = parents.of(parent);
    }
  }
  let newest: ClaudeCodeRow | undefined;
  for (const row of said) {
    if (!followed.has(row) && (!newest || timeOf(row) >= timeOf(newest))) newest = row;
  }
  return newest ?? said.at(-1);
}

function timeOf(row: ClaudeCodeRow): number {
  return timeAt(row.value['timestamp']) ?? 0;
}

/** Finds the row a row follows, also where the link is broken: half a conversation must not vanish with one bad line. */
class Parents {
  private readonly byId: ReadonlyMap<string, ClaudeCodeRow>;
  private readonly positions: ReadonlyMap<ClaudeCodeRow, number>;
  private readonly found = new Map<ClaudeCodeRow, ClaudeCodeRow | undefined>();

  constructor(
    private readonly rows: readonly ClaudeCodeRow[],
    private readonly problems: TranscriptProblem[],
  ) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    this.positions = new Map(rows.map((row, index) => [row, index]));
  }

  of(row: ClaudeCodeRow): ClaudeCodeRow | undefined {
    if (!this.found.has(row)) this.found.set(row, this.find(row));
    return this.found.get(row);
  }

  private find(row: ClaudeCodeRow): ClaudeCodeRow | undefined {
    const named = stringAt(row.value['parentUuid']) ?? stringAt(row.value['logicalParentUuid']);
    const parent = named === undefined ? undefined : this.byId.get(named);
    if (parent) return parent;
    const isCompaction = row.value['subtype'] === 'compact_boundary';
    if (named === undefined && !isCompaction) return undefined;
    const before = this.rows[(this.positions.get(row) ?? 0) - 1];
    if (before) {
      const reason = 'the row it follows is not in the file; taken to follow the row before it';
      this.problems.push({ place: `line ${row.line}`, reason });
    }
    return before;
  }
}

/** Rows of one answer share the id the API gave it; a row without one is an answer of its own. */
function answerId(row: ClaudeCodeRow): string {
  return stringAt(row.message['id']) ?? row.id;
}

function callIds(row: ClaudeCodeRow): string[] {
  return blockIds(row, 'tool_use', 'id');
}

function resultIds(row: ClaudeCodeRow): string[] {
  return row.type === 'user' ? blockIds(row, 'tool_result', 'tool_use_id') : [];
}

function blockIds(row: ClaudeCodeRow, type: string, field: string): string[] {
  return arrayAt(row.message['content']).flatMap((value) => {
    const block = objectAt(value);
    return block['type'] === type ? (stringAt(block[field]) ?? []) : [];
  });
}
