import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveFiles, FileEntry } from './files';

/** Files of one folder on disk. The folder is made on the first write. */
export class NodeFiles implements ArchiveFiles {
  constructor(private readonly folder: string) {}

  read(name: string): Promise<Uint8Array | undefined> {
    return this.withExisting(name, async (file) => {
      const { size } = await file.stat();
      return readInto(file, new Uint8Array(size), 0);
    });
  }

  readEnd(name: string, length: number): Promise<Uint8Array | undefined> {
    return this.withExisting(name, async (file) => {
      const { size } = await file.stat();
      const start = Math.max(0, size - length);
      return readInto(file, new Uint8Array(size - start), start);
    });
  }

  async write(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = await open(join(this.folder, name), 'w', privateMode);
    try {
      for (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async holds(name: string, pieces: readonly Uint8Array[]): Promise<boolean> {
    const same = await this.withExisting(name, async (file) => {
      const window = new Uint8Array(compareBytes);
      let position = 0;
      for (const piece of pieces) {
        for (let start = 0; start < piece.length; start += compareBytes) {
          const expected = piece.subarray(start, start + compareBytes);
          const read = await readInto(file, window.subarray(0, expected.length), position);
          if (Buffer.compare(read, expected) !== 0) return false;
          position += expected.length;
        }
      }
      return (await file.stat()).size === position;
    });
    return same ?? false;
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    const file = await open(join(this.folder, name), 'wx', privateMode).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return undefined;
      throw error;
    });
    if (!file) return false;
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return true;
  }

  async rename(from: string, to: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await rename(join(this.folder, from), join(this.folder, to));
        return;
      } catch (error) {
        if (attempt === renameAttempts || !['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '')) throw error;
        await sleep(renamePauseMs);
      }
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  async syncFolder(): Promise<void> {
    // Windows cannot open a folder to sync it; its renames are journaled.
    if (process.platform === 'win32') return;
    const folder = await open(this.folder, 'r').catch(ignoreMissing);
    if (!folder) return;
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async list(): Promise<FileEntry[]> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(ignoreMissing);
    const files = (entries ?? []).filter((entry) => entry.isFile());
    const sized = files.map(async ({ name }): Promise<FileEntry[]> => {
      const found = await stat(join(this.folder, name)).catch(ignoreMissing);
      return found ? [{ name, bytes: found.size }] : [];
    });
    return (await Promise.all(sized)).flat();
  }

  private async withExisting<T>(name: string, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
    const file = await open(join(this.folder, name), 'r').catch(ignoreMissing);
    if (!file) return undefined;
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }
}

/** Conversations are for their owner's eyes. */
const privateMode = 0o600;

/** Compared in pieces, so that checking a large file costs no second copy of it. */
const compareBytes = 1 << 20;

/** Virus scanners and indexers on Windows hold a new file for a moment. */
const renameAttempts = 5;
const renamePauseMs = 40;

/** Fills `bytes` from the file at `start`; what is returned is shorter where the file ends before. */
async function readInto(file: FileHandle, bytes: Uint8Array, start: number): Promise<Uint8Array> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
