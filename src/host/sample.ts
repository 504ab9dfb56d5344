import * as vscode from 'vscode';
import { text, type Message } from '../core/conversation/message';
import { isRecord } from './chat/messageShape';

/**
 * Reads the guided sample, `[{ "role": "user" | "assistant", "text": "…" }, …]`, when it is first asked for. Rejects with
 * one sentence where the file is not what it should be.
 */
export function createSampleReader(extensionUri: vscode.Uri): () => Promise<readonly Message[]> {
  let loaded: Promise<readonly Message[]> | undefined;
  return () => {
    loaded ??= readSample(vscode.Uri.joinPath(extensionUri, 'media', 'sample', 'conversation.json')).catch(
      (fault: unknown) => {
        loaded = undefined;
        throw fault;
      },
    );
    return loaded;
  };
}

async function readSample(uri: vscode.Uri): Promise<readonly Message[]> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(entries) || entries.length === 0) throw new Error('The sample file holds no messages.');
  return entries.map((entry: unknown): Message => {
    if (!isRecord(entry) || typeof entry['text'] !== 'string') throw new Error('The sample file is damaged.');
    return { role: entry['role'] === 'assistant' ? 'assistant' : 'user', parts: [text(entry['text'])] };
  });
}
