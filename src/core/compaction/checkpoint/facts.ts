/** What kind of exact value a fact is. */
export type FactKind = 'url' | 'path' | 'hash' | 'version' | 'error' | 'number' | 'quoted' | 'identifier';

export interface ExactFact {
  readonly kind: FactKind;
  /** As it stands in the text, quotation marks left off. */
  readonly value: string;
  /** Where the value starts, in UTF-16 units. */
  readonly index: number;
}

/**
 * The exact values of a text in order of appearance: those that a paraphrase loses and a search must find again.
 * URLs, paths and file names, hashes and UUIDs, versions, error codes and names, numbers with units, dates and times,
 * quoted strings, and identifiers by their spelling (camelCase, snake_case, `A::b`). Linear in the text's length.
 */
export function exactFacts(text: string): ExactFact[] {
  const facts: ExactFact[] = [];
  for (const match of text.matchAll(factPattern)) {
    const { groups = {} } = match;
    for (const kind of kinds) {
      const value = groups[kind]?.replace(/[.,:;!?]+$/, '');
      if (value === undefined || value === '') continue;
      facts.push({ kind, value, index: match.index + match[0].indexOf(value) });
      break;
    }
  }
  return facts;
}

/** Whether a text holds a value as a whole: `5` is not in `15`, and white space may differ. */
export function holdsValue(text: string, value: string): boolean {
  const wanted = squeezed(value);
  const within = squeezed(text);
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const before = within.charAt(at - 1);
    const after = within.charAt(at + wanted.length);
    if (
      !(isWordUnit(before) && isWordUnit(wanted.charAt(0))) &&
      !(isWordUnit(after) && isWordUnit(wanted.charAt(wanted.length - 1)))
    )
      return true;
  }
  return false;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Only scripts that put spaces between words have word edges to look at. */
function isWordUnit(unit: string): boolean {
  return /[A-Za-z0-9_]/.test(unit);
}

const extensions =
  'tsx?|jsx?|mjs|cjs|py|rb|go|rs|java|kt|swift|cs?|cpp|cc|h|hpp|php|exs?|erl|scala|sh|ps1|sql|html?|css|scss|vue|svelte|json[lc]?|ya?ml|toml|ini|cfg|conf|env|lock|md|txt|csv|xml|svg|png|jpe?g|pdf|docx?|xlsx?|log|db|sqlite|ipynb|wasm|zip|gz';
const months =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const units =
  '%|°[CF]?|(?:ms|µs|us|ns|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|[KMGT]i?B|bytes?|tokens?|px|em|rem|vh|vw|dpi|Hz|[kMG]Hz|mm|cm|km|m|kg|g|words?|pages?|USD|EUR|GBP|AM|PM|rows?|lines?|items?|calls?|times?)(?![A-Za-z])';

/** One alternative per kind, the more specific first: a URL holds paths, a path holds versions, and so on. */
const sources: Record<FactKind, string> = {
  url: 'https?://[^\\s<>"\'`)\\]}]+',
  path: `(?<![\\w@])(?:[A-Za-z]:\\\\|~?/|\\.{1,2}/)?(?:[\\w.@+-]{1,64}[/\\\\]){1,24}[\\w.@+-]{1,128}(?<=[A-Za-z][\\w.@+-]*)|(?<![\\w.])[\\w-]{1,64}(?:\\.[\\w-]{1,32}){0,3}\\.(?:${extensions})(?![\\w.]*\\w)`,
  hash: '(?<!\\w)(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,64}|0x[0-9a-fA-F]{2,16})(?!\\w)',
  error:
    '(?<!\\w)(?:[A-Z][A-Za-z]{2,40}(?:Error|Exception)|ERR_[A-Z_]{3,40}|E[A-Z]{4,14}(?=[:\\s,])|[A-Z]{1,6}-?\\d{3,6}|(?:HTTP|status|code|exit) \\d{1,4}|[1-5]\\d\\d (?:[A-Z][a-z]+ ?){1,4})(?!\\w)',
  version: '(?<![\\w.])(?:v\\d{1,5}(?:\\.\\d{1,5}){0,3}|\\d{1,5}(?:\\.\\d{1,5}){2,3})(?:-[\\w.]{1,20})?(?![\\w])',
  number: `(?<![\\w.])(?:\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]{4,15}Z?)?|\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[AP]M)?|(?:${months}) \\d{1,2}(?:, \\d{4})?|[$€£¥]\\d[\\d,]{0,14}(?:\\.\\d{1,4})?[kKMB]?|\\d[\\d,]{0,14}(?:\\.\\d{1,8})? ?(?:${units})|\\d{1,3}(?:,\\d{3}){1,4}|\\d{2,15}(?:\\.\\d{1,8})?|\\d\\.\\d{1,8})(?!\\w)`,
  quoted:
    '(?<=`)[^`\\n]{2,80}(?=`)|(?<=“)[^“”\\n]{2,80}(?=”)|(?<=(?<!\\w)")[^"\\n]{2,80}(?="(?!\\w))|(?<=「)[^「」\\n]{2,80}(?=」)|(?<=«)[^«»\\n]{2,80}(?=»)',
  identifier:
    '(?<!\\w)(?:[A-Za-z]\\w{0,60}(?:::\\w{1,60}){1,5}|[a-z][a-z0-9]{0,40}(?:[A-Z][a-z0-9]{0,40}){1,8}|[A-Z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8}|[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,8}|--[a-z][a-z-]{1,40})(?!\\w)',
};
const kinds: readonly FactKind[] = ['url', 'path', 'hash', 'error', 'version', 'number', 'identifier', 'quoted'];
const factPattern = new RegExp(kinds.map((kind) => `(?<${kind}>${sources[kind]})`).join('|'), 'gu');
