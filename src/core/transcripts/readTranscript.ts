import { readBeam } from './beam';
import { readClaudeCode } from './claudeCode';
import { readCodex } from './codex';
import { detectFormat } from './detectFormat';
import { parseJson } from './json';
import { readMessageLines, readOpenAiMessages } from './openAiMessages';
import { readPi } from './pi';
import { readSweAgent } from './sweAgent';
import type { Transcript, TranscriptFormat } from './transcript';
import { TranscriptError } from './transcript';
import { readVscodeChat, readVscodeSessionLog } from './vscodeChat';

/**
 * Reads a conversation. `auto` tells the format from the text; `jsonl` takes the lines of the agents that write JSON
 * Lines as well as plain messages. Throws a {@link TranscriptError} where the text is no conversation.
 */
export function readTranscript(
  source: string,
  format: TranscriptFormat | 'auto' = 'auto',
  fileName?: string,
): Transcript {
  const text = source.charCodeAt(0) === byteOrderMark ? source.slice(1) : source;
  if (text.trim() === '') throw new TranscriptError('the file is empty');
  switch (format === 'auto' ? detected(text, fileName) : format) {
    case 'messages':
      return readOpenAiMessages(text);
    case 'vscode':
      return isOperationLog(text) ? readVscodeSessionLog(text) : readVscodeChat(text);
    case 'claude-code':
      return readClaudeCode(text);
    case 'codex':
      return readCodex(text);
    case 'pi':
      return readPi(text);
    case 'beam':
      return readBeam(text);
    case 'swe-agent':
      return readSweAgent(text);
    case 'jsonl':
      return readAnyLines(text);
  }
}

const byteOrderMark = 0xfeff;

function detected(text: string, fileName: string | undefined): TranscriptFormat {
  const format = detectFormat(text, fileName);
  if (format) return format;
  // A document that is not valid JSON is a likelier mistake than a format nobody knows: say where it breaks.
  if (!isJson(text.trimStart().split('\n', 1)[0] ?? '')) parseJson(text);
  throw new TranscriptError('this is no conversation in a known format');
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

function readAnyLines(text: string): Transcript {
  switch (detectFormat(text, 'lines.jsonl')) {
    case 'claude-code':
      return readClaudeCode(text);
    case 'codex':
      return readCodex(text);
    case 'pi':
      return readPi(text);
    case 'vscode':
      return readVscodeSessionLog(text);
    default:
      return readMessageLines(text);
  }
}

/** The first line of an operation log is the whole session behind a `kind`. */
function isOperationLog(text: string): boolean {
  return /^\s*\{\s*"kind"\s*:\s*0\s*,/.test(text);
}
