import type { ToolSchema } from '../../core/conversation/message';
import type { Retrieval } from '../../core/compaction/retrieval';
import { retrievalNote } from '../chat/retrievalNote';
import { toolNames } from '../ids';

/** Passages a search returns when the model does not say how many (R5). */
export const defaultPassages = 4;
/** The most it may ask for (R5). */
export const mostPassages = 8;

/** Retrieval calls of one turn, all retrieval tools together (R5). */
export const retrievalCallsPerTurn = 3;

const searchSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'The words to look for: names, numbers, paths, quoted text, or a question in plain words.',
    },
    top_k: { type: 'integer', minimum: 1, maximum: mostPassages, description: 'How many passages. Default 4.' },
  },
  required: ['query'],
};

const readSchema = {
  type: 'object',
  properties: {
    citation: { type: 'string', description: 'The place to open, as a passage names it: "#12" or "#12.3".' },
    before: { type: 'integer', minimum: 0, description: 'Messages before it. Default 0.' },
    after: { type: 'integer', minimum: 0, description: 'Messages after it. Default 0.' },
    cursor: { type: 'string', description: 'Where to go on, as the page before said.' },
  },
  required: ['citation'],
};

/** Our tools as a model is told of them: the one that searches first, then the one that reads. */
export const retrievalTools: readonly ToolSchema[] = [
  {
    name: toolNames.search,
    description:
      'Searches the earlier turns of this conversation that are no longer in view and returns the matching passages word for word, with citations.',
    parametersJson: JSON.stringify(searchSchema),
  },
  {
    name: toolNames.read,
    description:
      'Opens an earlier place of this conversation in full, word for word, given its citation. Long sources come in pages.',
    parametersJson: JSON.stringify(readSchema),
  },
];

/** Whether a call of that name is one of ours. */
export function isRetrievalTool(name: string): boolean {
  return name === toolNames.search || name === toolNames.read;
}

/** How a model of the participant gets at what left the request: by tools where it can call any. */
export function retrievalFor(supportsTools: boolean): Retrieval {
  return supportsTools
    ? {
        kind: 'tools',
        tools: retrievalTools,
        note: retrievalNote(retrievalTools),
        searchToolName: toolNames.search,
        readToolName: toolNames.read,
      }
    : { kind: 'inline', when: 'always' };
}
