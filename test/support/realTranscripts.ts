import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTranscript } from '../../src/core/transcripts/readTranscript';
import type { Transcript } from '../../src/core/transcripts/transcript';

/** Real conversations beside the repository; never part of it. */
export const dataFolder = path.resolve(import.meta.dirname, '../../../shared/data');

/** Skips the suite, with a message, where the data is not there. For `before`. */
export function skipWithoutData(this: Mocha.Context): void {
  if (existsSync(dataFolder)) return;
  console.warn('      skipped: ../shared/data is not there');
  this.skip();
}

/** Paths of all conversation files, relative to {@link dataFolder}; none where the folder is not there. */
export function transcriptFiles(): string[] {
  if (!existsSync(dataFolder)) return [];
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(\.jsonl|\.traj|chat\.json)\.gz$/.test(file) || /^vscode-chat.*\.json\.gz$/.test(file))
    .sort();
}

export function readDataTranscript(file: string): Transcript {
  return readTranscript(gunzipSync(readFileSync(path.join(dataFolder, file))).toString('utf8'), 'auto', file);
}
