import type { Part } from '../conversation/message';
import type { TokenCounter } from './counter';
import { ledgerCategories, type Ledger, type LedgerCategory } from './ledger';
import type { AssembledRequest, RequestEntry } from './request';

/** Tokens that open the model's answer, whatever the request holds: counted with the instructions. */
export const primingTokens = 3;

/**
 * The ledger of a request. Its total is exactly the sum of `countMessage` over the entries, `countTool` over the tools
 * and {@link primingTokens}; the categories add up to it.
 *
 * @param replyReserve tokens kept free for the answer, shown beside the request
 */
export function countRequest(request: AssembledRequest, counter: TokenCounter, replyReserve: number): Ledger {
  const categories = Object.fromEntries(ledgerCategories.map((category) => [category, 0])) as Record<
    LedgerCategory,
    number
  >;
  categories.instructions += primingTokens;
  for (const tool of request.tools) categories.tools += counter.countTool(tool);
  for (const entry of request.entries) addEntry(categories, entry, counter);
  const total = ledgerCategories.reduce((sum, category) => sum + categories[category], 0);
  return {
    categories,
    total,
    replyReserve: shownReserve(replyReserve),
    method: counter.method,
    uncertainty: counter.uncertainty,
  };
}

function addEntry(categories: Record<LedgerCategory, number>, entry: RequestEntry, counter: TokenCounter): void {
  const { message, segment } = entry;
  let rest = counter.countMessage(message);
  const take = (category: LedgerCategory, tokens: number) => {
    const taken = Math.min(rest, tokens);
    categories[category] += taken;
    rest -= taken;
  };
  if (entry.carriedText) take('carried', counter.countText(entry.carriedText));
  if (entry.recalledText) take('recalled', counter.countText(entry.recalledText));
  if (segment === 'history' || segment === 'current') {
    for (const part of message.parts) {
      const category = categoryOf(part);
      if (category) take(category, counter.countPart(part));
    }
  }
  categories[segment] += rest;
}

/** Parts with a category of their own; text belongs to its segment. */
function categoryOf(part: Part): LedgerCategory | undefined {
  switch (part.kind) {
    case 'toolCall':
      return 'toolCalls';
    case 'toolResult':
      return 'toolResults';
    case 'attachment':
      return 'attachments';
    case 'image':
      return 'images';
    case 'text':
    case 'thinking':
      return undefined;
  }
}

/** Whatever a model declares, a bar can show it: garbage counts as nothing. */
function shownReserve(tokens: number): number {
  return Number.isFinite(tokens) ? Math.max(0, tokens) : 0;
}
