import type { ArchiveFiles, FileEntry } from './files';

/** Files that live as long as this object. Two stores over the same one see each other's files, as two windows do. */
export class MemoryFiles implements ArchiveFiles {
  /** The files by name; tests read and damage them here. */
  readonly files = new Map<string, Uint8Array>();

  read(name: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.files.get(name)?.slice());
  }

  readEnd(name: string, length: number): Promise<Uint8Array | undefined> {
    const bytes = this.files.get(name);
    return Promise.resolve(bytes?.slice(Math.max(0, bytes.length - length)));
  }

  write(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    this.files.set(name, Uint8Array.from(Buffer.concat(pieces)));
    return Promise.resolve();
  }

  holds(name: string, pieces: readonly Uint8Array[]): Promise<boolean> {
    const held = this.files.get(name);
    return Promise.resolve(held !== undefined && Buffer.compare(held, Buffer.concat(pieces)) === 0);
  }

  create(name: string, bytes: Uint8Array): Promise<boolean> {
    if (this.files.has(name)) return Promise.resolve(false);
    this.files.set(name, bytes.slice());
    return Promise.resolve(true);
  }

  rename(from: string, to: string): Promise<void> {
    const bytes = this.files.get(from);
    if (!bytes) return Promise.reject(new Error(`There is no file ${from}.`));
    this.files.delete(from);
    this.files.set(to, bytes);
    return Promise.resolve();
  }

  remove(name: string): Promise<void> {
    this.files.delete(name);
    return Promise.resolve();
  }

  syncFolder(): Promise<void> {
    return Promise.resolve();
  }

  list(): Promise<FileEntry[]> {
    return Promise.resolve(Array.from(this.files, ([name, bytes]) => ({ name, bytes: bytes.length })));
  }
}
