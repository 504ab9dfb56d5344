import { keepEnd, keepStart } from './unicode';

/**
 * Cuts prose into sentences and lines, in order, trimmed, list marks removed. Fenced code, tagged blocks a client added
 * and lines quoted with `>` are left out: what stands there is not the writer's own statement.
 *
 * By pattern and not by `Intl.Segmenter`: its rules change between engine versions, and a checkpoint must be the same
 * bytes everywhere.
 */
export function sentencesOf(text: string): string[] {
  return proseOf(text)
    .split(sentenceEnd)
    .map((sentence) => sentence.replace(listMark, '').trim())
    .filter((sentence) => sentence !== '');
}

/** The text without fenced code and quoted lines. An unclosed fence reaches to the end. */
function proseOf(text: string): string {
  if (!text.includes('```') && !text.includes('~~~') && !text.includes('>')) return text;
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else if (!/^\s*>/.test(line)) {
      kept.push(line);
    }
  }
  return kept.join('\n');
}

/** One line of at most `maxUnits` UTF-16 units: white space collapsed, cut at a character with `…` where too long. */
export function oneLine(text: string, maxUnits: number): string {
  // A bounded piece first: collapsing a megabyte to keep two hundred characters of it would be waste.
  const line = text
    .slice(0, maxUnits * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxUnits && text.length <= maxUnits * 8 ? line : keepStart(line, maxUnits - 1).trimEnd() + '…';
}

/**
 * Beginning and end of a long text, `edgeUnits` of each: an assistant opens and closes with what matters, and reading
 * all of a long conversation sentence by sentence would cost more than counting it.
 */
export function edgesOf(text: string, edgeUnits: number): string {
  if (text.length <= 2 * edgeUnits) return text;
  return `${keepStart(text, edgeUnits)}\n${keepEnd(text, edgeUnits)}`;
}

/** What two texts must share to be the same thing said twice: letters and digits, width and case folded. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Words of at least three letters or digits, folded; single characters of scripts that do without spaces. */
export function contentWords(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(contentWord) ?? [];
}

const contentWord =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])[\p{L}\p{M}\p{N}_]){3,}/gu;

/** After `.`, `!` or `?` and a space, not after a common abbreviation or an ordinal ("3. Mai"); after a full-width stop; at a line end. */
const sentenceEnd =
  /(?<!\b(?:e\.g|i\.e|etc|vs|z\.B|Dr|Mr|Mrs|No|\d{1,2})\.)(?<=[.!?؟।…]["'”’)\]]?)[ \t]+|(?<=[。！？])|\n+/u;

const listMark = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)*/;
