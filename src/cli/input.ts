import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readTranscript } from '../core/transcripts/readTranscript';
import { TranscriptError } from '../core/transcripts/transcript';
import type { Transcript, TranscriptFormat } from '../core/transcripts/transcript';
import { UsageError } from './command';
import type { OptionValues, Terminal } from './command';
import { readFormat, readPath } from './options';

/** Reads the conversation `--input` names. What could not be read of it is told on standard error. */
export function readInput(values: OptionValues, terminal: Terminal): Promise<Transcript> {
  const file = readPath(values, 'input');
  if (file === undefined) throw new UsageError('name a conversation with --input FILE, or - for standard input');
  return readConversation(file, readFormat(values), terminal);
}

/** Reads a conversation from a file or, named `-`, from standard input. Rejects with one sentence that names it. */
export async function readConversation(
  file: string,
  format: TranscriptFormat | 'auto',
  terminal: Terminal,
): Promise<Transcript> {
  const name = file === '-' ? 'standard input' : file;
  const text = new TextDecoder().decode(unzipped(await readBytes(file, name, terminal), name));
  try {
    const transcript = readTranscript(text, format, file);
    if (transcript.messages.length === 0) throw new TranscriptError('this conversation holds no messages');
    for (const { place, reason } of transcript.problems) terminal.err(`throughline: ${name}: ${place}: ${reason}\n`);
    return transcript;
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error;
    throw new UsageError(`${name}: ${error.message}`);
  }
}

async function readBytes(file: string, name: string, terminal: Terminal): Promise<Uint8Array> {
  if (file === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of terminal.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`${name}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'this is a folder, not a file';
  if (code === 'EACCES') return 'this file may not be read';
  return `this file cannot be read (${code ?? String(error)})`;
}

/** By its first two bytes (RFC 1952), since the name of a stream tells nothing. */
function unzipped(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch {
    throw new UsageError(`${name}: this gzip file is damaged or cut off`);
  }
}
