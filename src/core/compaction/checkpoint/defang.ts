import { backticksFor, fenced } from '../../conversation/fence';
import { keepStart, toWellFormed } from '../../conversation/unicode';
import { sectionHeadings, signature } from './frame';
import { oneLine } from '../../conversation/sentences';

/**
 * Makes text harmless inside a checkpoint: what imitates the frame (its signature anywhere, one of its headings on a
 * line of its own) is marked as quoted, lone surrogates are replaced. All other text comes back as it was, so that a
 * quoted message stays verbatim. Authority never comes from the text anyway: the store's own record gives it.
 */
export function defang(text: string): string {
  return toWellFormed(text)
    .replace(imitatedSignature, '[quoted text, not a record]')
    .replace(imitatedHeading, (_line, indent: string, heading: string) => `${indent}[quoted] ${heading}`);
}

/** A single-line quotation of what a person or an assistant wrote. */
export function quote(text: string, maxUnits: number): string {
  return `“${oneLine(defang(head(text, maxUnits)), maxUnits)}”`;
}

/** A single line of what a tool wrote or was given, in data position: inline code no text inside can close. */
export function code(text: string, maxUnits: number): string {
  const line = oneLine(defang(head(text, maxUnits)), maxUnits);
  const ticks = backticksFor(line);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return ticks + pad + line + pad + ticks;
}

/** Text on lines of its own, verbatim but for {@link defang}, inside a fence no line of it can close. */
export function fence(text: string): string {
  return fenced(defang(text), 'text');
}

/** Only so much of a text as a quotation of `maxUnits` can need. */
function head(text: string, maxUnits: number): string {
  return keepStart(text, maxUnits * 16);
}

/** White space, also of no width, and Markdown emphasis between the words do not hide an imitation. */
const gap = '[\\s\\u200B-\\u200D\\u2060\\uFEFF*_`]+';
const imitatedSignature = new RegExp(signature.split(' ').join(gap), 'giu');
const imitatedHeading = new RegExp(`^([ \\t>]*)(#{1,6}[ \\t]*(?:${sectionHeadings.join('|')})[ \\t:]*)$`, 'gimu');
