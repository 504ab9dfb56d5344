/**
 * The little the archive needs of a disk: files by name in one folder. Every method rejects with the system's error;
 * each is one step, so that tests can stop between any two.
 */
export interface ArchiveFiles {
  /** The whole file; `undefined` where there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The last `length` bytes, fewer where the file is shorter; `undefined` where there is none. */
  readEnd(name: string, length: number): Promise<Uint8Array | undefined>;
  /** Creates or replaces a file of these pieces and syncs it. Not atomic: a stop in between leaves a part of it. */
  write(name: string, pieces: readonly Uint8Array[]): Promise<void>;
  /** Whether the file holds exactly these pieces, read back from disk. */
  holds(name: string, pieces: readonly Uint8Array[]): Promise<boolean>;
  /** Creates a file; `false`, and nothing changed, where it is there already. Atomic across processes. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Atomic; replaces `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>;
  /** Makes creations, renames and removals durable. */
  syncFolder(): Promise<void>;
  list(): Promise<FileEntry[]>;
}

/** A file of the folder and its size. */
export interface FileEntry {
  readonly name: string;
  readonly bytes: number;
}

/** The names of one generation of a file, in the order they come to be. */
export function generationNames(name: string): { current: string; next: string; previous: string } {
  return { current: name, next: `${name}.new`, previous: `${name}.previous` };
}

/**
 * Replaces a file so that a stop at any point leaves the old or the new one: written beside it, synced, read back and
 * compared, renamed, folder synced. The old one stays as the previous generation. Returns `false`, with nothing
 * replaced, where what was read back is not what was written. A step that fails is taken back as far as the disk lets.
 *
 * @param aside where the old file goes instead of becoming the previous generation
 */
export async function replaceDurably(
  files: ArchiveFiles,
  name: string,
  pieces: readonly Uint8Array[],
  aside?: string,
): Promise<boolean> {
  const { current, next, previous } = generationNames(name);
  await files.write(next, pieces);
  if (!(await files.holds(next, pieces))) return false;
  const old = (await files.readEnd(current, 1)) === undefined ? undefined : (aside ?? previous);
  try {
    if (old !== undefined) await files.rename(current, old);
    await files.rename(next, current);
    await files.syncFolder();
  } catch (error) {
    await takeBack(files, name, old).catch(() => undefined);
    throw error;
  }
  return true;
}

async function takeBack(files: ArchiveFiles, name: string, old: string | undefined): Promise<void> {
  const { current, next } = generationNames(name);
  if (old === undefined) await files.remove(current);
  else if ((await files.readEnd(old, 1)) !== undefined) await files.rename(old, current);
  await files.remove(next);
}
