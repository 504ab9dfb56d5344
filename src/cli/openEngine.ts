import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MemoryArchiveStore } from '../archive/memoryArchiveStore';
import { openDiskArchive } from '../archive/openDiskArchive';
import { openSqlJs } from '../archive/openSqlJs';
import type { ArchiveStore, ConversationId } from '../core/archive/store';
import type { TokenCounter } from '../core/tokens/counter';
import type { EncodingName } from '../core/tokens/encoding';
import { createCounters } from '../engine/counters';
import { LocalEngine } from '../engine/engine';
import type { ModelIdentity } from '../engine/api';
import type { Terminal } from './command';

/** The engine of the editor, in this process. */
export interface OpenEngine {
  readonly engine: LocalEngine;
  /**
   * Resolves where the store can take this conversation, else rejects with one sentence: whoever names a folder wants
   * what leaves the request to be in it. An archive in memory always can.
   */
  requireWritable(conversation: ConversationId): Promise<void>;
  /** The model whose tokenizer `--encoding` names. */
  readonly model: ModelIdentity;
  /** The counter the engine counts requests to that model with. */
  readonly counter: TokenCounter;
}

/** Opens an engine over the archive in a folder, or over one in memory that ends with it. */
export function openEngine(folder: string | undefined, encoding: EncodingName, terminal: Terminal): OpenEngine {
  const counterOf = createCounters();
  const model = modelOf[encoding];
  const store = openStore(folder, terminal);
  const engine = new LocalEngine({ store, counterOf, now: Date.now, newId: randomUUID });
  const requireWritable = async (conversation: ConversationId) => {
    const state = await store.probe(conversation);
    if (state.kind === 'unavailable') throw new Error(state.reason);
  };
  return { engine, requireWritable, model, counter: counterOf(model) };
}

/** A model that is counted with the encoding: the engine chooses by name. An unknown one gets the newest. */
const modelOf: Readonly<Record<EncodingName, ModelIdentity>> = { o200k_base: {}, cl100k_base: { family: 'gpt-4' } };

function openStore(folder: string | undefined, terminal: Terminal): ArchiveStore {
  const wasmFile = findWasm();
  if (folder === undefined) return new MemoryArchiveStore(openSqlJs(wasmFile));
  return openDiskArchive({
    storageFolder: path.resolve(folder),
    wasmFile,
    onNotice: (sentence) => terminal.err(`throughline: ${sentence}\n`),
  });
}

/** SQLite's WebAssembly lies beside the bundle; run from the sources, it is the package's own. */
function findWasm(): string {
  const beside = path.join(__dirname, 'sql-wasm.wasm');
  return existsSync(beside) ? beside : path.join(__dirname, '../../node_modules/sql.js/dist/sql-wasm.wasm');
}
