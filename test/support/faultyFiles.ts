import type { ArchiveFiles, FileEntry } from '../../src/archive/files';

/**
 * Files that end the process, so to speak, in the middle: the `stopAt`-th change (from 1) and every step after it
 * fails. A write that is stopped leaves half of its bytes behind.
 */
export class FaultyFiles implements ArchiveFiles {
  /** Changes seen so far: writes, creations, renames, removals and syncs. */
  changes = 0;
  /** The one change that fails while everything after it works again: a full disk, a scanner that holds the file. */
  failAt = Infinity;

  constructor(
    private readonly files: ArchiveFiles,
    private readonly stopAt = Infinity,
  ) {}

  read(name: string): Promise<Uint8Array | undefined> {
    return this.look(() => this.files.read(name));
  }

  readEnd(name: string, length: number): Promise<Uint8Array | undefined> {
    return this.look(() => this.files.readEnd(name, length));
  }

  holds(name: string, pieces: readonly Uint8Array[]): Promise<boolean> {
    return this.look(() => this.files.holds(name, pieces));
  }

  list(): Promise<FileEntry[]> {
    return this.look(() => this.files.list());
  }

  write(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    return this.change(
      () => this.files.write(name, pieces),
      () => this.files.write(name, [half(Buffer.concat(pieces))]),
    );
  }

  create(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.change(() => this.files.create(name, bytes));
  }

  rename(from: string, to: string): Promise<void> {
    return this.change(() => this.files.rename(from, to));
  }

  remove(name: string): Promise<void> {
    return this.change(() => this.files.remove(name));
  }

  syncFolder(): Promise<void> {
    return this.change(() => this.files.syncFolder());
  }

  private async look<T>(step: () => Promise<T>): Promise<T> {
    if (this.changes >= this.stopAt) throw new Error('The process has ended.');
    return step();
  }

  private async change<T>(step: () => Promise<T>, stopped?: () => Promise<unknown>): Promise<T> {
    this.changes += 1;
    if (this.changes === this.stopAt) await stopped?.();
    if (this.changes >= this.stopAt) throw new Error('The process has ended.');
    if (this.changes === this.failAt) throw new Error('The disk is full.');
    return step();
  }
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
