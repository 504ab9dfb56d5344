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
      return readFully(file, 0, size);
    });
  }

  readEnd(name: string, length: number): Promise<Uint8Array | undefined> {
    return this.withExisting(name, async (file) => {
      const { size } = await file.stat();
      const start = Math.max(0, size - length);
      return readFully(file, start, size - start);
    });
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = await open(join(this.folder, name), 'w', privateMode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async holds(name: string, bytes: Uint8Array): Promise<boolean> {
    const same = await this.withExisting(name, async (file) => {
      if ((await file.stat()).size !== bytes.length) return false;
      for (let start = 0; start < bytes.length; start += compareBytes) {
        const expected = bytes.subarray(start, start + compareBytes);
        if (Buffer.compare(await readFully(file, start, expected.length), expected) !== 0) return false;
      }
      return true;
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

async function readFully(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
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
