import { readFile } from 'node:fs/promises';
import initSqlJs, { type SqlJsStatic } from 'sql.js';
import { ArchiveError } from '../core/archive/store';

/** Gives SQLite, loading it on the first call. */
export type SqlJsLoader = () => Promise<SqlJsStatic>;

/**
 * SQLite in WebAssembly, from the given file: `sql-wasm.wasm` beside the bundles, or that of the package. Loaded once,
 * on first use; a failed load is tried again on the next one. Rejects with an {@link ArchiveError} `unreadable`.
 */
export function openSqlJs(wasmFile: string): SqlJsLoader {
  let loading: Promise<SqlJsStatic> | undefined;
  return () => {
    loading ??= load(wasmFile).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(wasmFile: string): Promise<SqlJsStatic> {
  try {
    const wasm = await readFile(wasmFile);
    const wasmBinary = new Uint8Array(wasm).buffer;
    return await initSqlJs({ wasmBinary });
  } catch (cause) {
    throw new ArchiveError(
      'unreadable',
      `The archive is off because SQLite could not be loaded from ${wasmFile}; reinstall the extension.`,
      { cause },
    );
  }
}
