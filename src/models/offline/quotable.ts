import { sentencesOf } from '../../core/conversation/sentences';
import { passagesHeader } from '../../core/recall/renderPassages';

/** A message of a request as text parts, in the order they were sent. */
export interface OfflineMessage {
  readonly role: 'user' | 'assistant';
  readonly texts: readonly string[];
}

/** A sentence that can be quoted, with where it stands. */
export interface Quotable {
  readonly text: string;
  /** For the reader: "turn 12, user", or that it is in view. */
  readonly place: string;
  /** Brought back from the archive for this request. */
  readonly recalled: boolean;
  /** Sentences of one passage or message share this number. */
  readonly passage: number;
}

/** What the last user message asks, and every sentence of the request but its own, oldest message first. */
export function quotableSentences(messages: readonly OfflineMessage[]): { question: string; sentences: Quotable[] } {
  const current = messages.findLastIndex(({ role }) => role === 'user');
  const sentences: Quotable[] = [];
  let question = '';
  let passage = 0;
  messages.forEach(({ role, texts }, index) => {
    const own: string[] = [];
    for (const text of texts) {
      const recalled = passagesIn(text);
      if (!recalled) own.push(text);
      for (const { place, text: quoted } of recalled ?? []) {
        passage += 1;
        sentences.push(...sentencesIn(quoted, place, true, passage));
      }
    }
    const said = own.join('\n');
    if (index === current) {
      question = said;
    } else {
      passage += 1;
      sentences.push(...sentencesIn(said, `still in view, ${role}`, false, passage));
    }
  });
  return { question, sentences };
}

function sentencesIn(text: string, place: string, recalled: boolean, passage: number): Quotable[] {
  return sentencesOf(text).map((sentence) => ({ text: sentence, place, recalled, passage }));
}

/** A rendered passage: its place, then its words in a fence of backticks that no text inside can close. */
const renderedPassage = /^(#[\d.@a-f]+) \(turn \d+, ([^)]*)\):\n(`{3,})\n([\s\S]*?)\n\3$/gm;

/** The passages of a recalled block; `undefined` where the text is none. */
function passagesIn(text: string): { place: string; text: string }[] | undefined {
  if (!text.startsWith(passagesHeader)) return undefined;
  return [...text.matchAll(renderedPassage)].map(([, citation = '', role = '', , words = '']) => ({
    place: `${citation}, ${role}, from the archive`,
    text: words,
  }));
}
