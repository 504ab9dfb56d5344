import { graphemeBoundaryAfter, graphemeBoundaryBefore } from '../conversation/unicode';

/** A piece of a text by UTF-16 offsets: `text.slice(start, end)`. */
export interface PassageSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text into the pieces that are indexed and shown: about 500 tokens each, 64 of them shared with the piece
 * before, at the edge of a code block, a paragraph, a line, a sentence or a word, whichever is the best one near. A
 * short text is one passage; a text of white space has none. Tokens are estimated at four characters each: where a
 * passage ends is a matter of taste, and the counter would cost more than the cut.
 */
export function passagesOf(text: string): PassageSpan[] {
  const spans: PassageSpan[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= longestUnits ? text.length : bestEdge(text, start);
    if (/\S/.test(text.slice(start, end))) spans.push({ start, end });
    if (end === text.length) break;
    start = overlapStart(text, start, end);
  }
  return spans;
}

const unitsPerToken = 4;
const passageUnits = 500 * unitsPerToken;
const overlapUnits = 64 * unitsPerToken;
/** A text up to a quarter over the size stays whole: two passages that share most of their words find less. */
const longestUnits = passageUnits * 1.25;
/** How far before the full size an edge may lie: earlier ones would make many small passages. */
const earliestShare = 0.6;

/** Edges, best first: after a closed code block or before an open one, paragraph, line, sentence, word. */
const edges = [/\n```[^\n]*\n/g, /\n\s*\n/g, /\n/g, /[.!?…]["')\]]*\s|[。！？]/g, /\s/g];

function bestEdge(text: string, start: number): number {
  const from = start + Math.floor(passageUnits * earliestShare);
  const window = text.slice(from, start + passageUnits);
  for (const edge of edges) {
    const last = Array.from(window.matchAll(edge)).at(-1);
    if (last) return from + last.index + last[0].length;
  }
  return graphemeBoundaryBefore(text, start + passageUnits);
}

/** Where the next passage begins: at a line, sentence or word inside the last 64 tokens, and always further on. */
function overlapStart(text: string, start: number, end: number): number {
  const from = Math.max(start + 1, end - overlapUnits);
  const shared = text.slice(from, end);
  const edge = /\n|[.!?…]\s|[。！？]/.exec(shared) ?? /\s/.exec(shared);
  return edge ? from + edge.index + edge[0].length : Math.min(end, graphemeBoundaryAfter(text, from));
}
