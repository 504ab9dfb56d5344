import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The extension with the models "Test 8k" and "Test No Window" (no known window); see its `answer.cjs`. */
export const testModelExtension = resolve('test/fixtures/test-model');
export const testModelVendor = 'throughline-test';

/** Input tokens that "Test 8k" takes. */
export const testWindowTokens = 8192;

export interface ReceivedPart {
  readonly kind: 'text' | 'toolCall' | 'toolResult';
  readonly text?: string;
  readonly name?: string;
  readonly input?: object;
}

/** A request as it reached the test model, with what it replied. */
export interface ReceivedRequest {
  readonly model: string;
  readonly sha256: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly parts: readonly ReceivedPart[] }[];
  readonly tools: readonly { readonly name: string }[];
  readonly reply: { readonly text?: string; readonly error?: string; readonly call?: object };
}

/** All requests the test model received while this folder was open, oldest first. */
export async function receivedRequests(workspace: string): Promise<ReceivedRequest[]> {
  const lines = await readFile(join(workspace, 'requests.jsonl'), 'utf8').catch(() => '');
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReceivedRequest);
}

/** What a provider adds around each message, about. */
const messageFrameTokens = 4;

/** Size of a request by a tokenizer that is not ours, tool schemas included. */
export function tokensOf({ messages, tools }: ReceivedRequest): number {
  const parts = messages.flatMap((message) => message.parts).map((part) => countTokens(wordsOf(part)));
  const schemas = tools.map((tool) => countTokens(JSON.stringify(tool)));
  return [...parts, ...schemas].reduce((sum, tokens) => sum + tokens, messages.length * messageFrameTokens);
}

/** Everything that stands in a request, one part after the other. */
export function textOf({ messages }: ReceivedRequest): string {
  return messages.flatMap(({ parts }) => parts.map(wordsOf)).join('\n');
}

/** The tool results in a request: recalled passages, and what its searches found. */
export function resultsOf({ messages }: ReceivedRequest): string[] {
  return messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'toolResult').map(wordsOf));
}

function wordsOf({ text, name, input }: ReceivedPart): string {
  return text ?? `${name ?? ''} ${JSON.stringify(input)}`;
}
