import type { KnownBudget } from '../budget/budget';
import { fixedCostDiagnosis } from '../budget/fixedCost';
import type { Message } from '../conversation/message';
import type { Ledger, LedgerCategory } from '../tokens/ledger';
import type { TokenCounter } from '../tokens/counter';
import type { AssembledRequest } from '../tokens/request';
import type { Diagnosis } from './outcome';

/**
 * Says why the smallest request that may be made is still too large (step 6, B11): which part is the largest, and
 * what can work for that part.
 *
 * @param smallest the request after everything that may leave has left
 */
export function diagnose(
  smallest: AssembledRequest,
  ledger: Ledger,
  budget: KnownBudget,
  counter: TokenCounter,
): Diagnosis {
  const figures = { irreducibleTokens: ledger.total, window: budget.window, target: budget.target };
  const fixed = fixedCostDiagnosis(ledger, budget);
  if (fixed) {
    return { ...figures, largest: { tokens: fixed.tokens, category: fixed.category }, advice: fixed.advice };
  }
  const largest = largestMessage(smallest, counter);
  return {
    ...figures,
    largest: {
      tokens: largest.tokens,
      category: largest.category,
      ...(largest.message && { role: largest.message.role }),
      ...(largest.id !== undefined && { messageId: largest.id }),
    },
    advice: messageAdvice(largest.category, largest.tokens, budget.target),
  };
}

function largestMessage(
  request: AssembledRequest,
  counter: TokenCounter,
): { tokens: number; category: LedgerCategory; message?: Message; id?: string } {
  let largest: { tokens: number; category: LedgerCategory; message?: Message; id?: string } = {
    tokens: 0,
    category: 'current',
  };
  for (const { message, segment } of request.entries) {
    const tokens = counter.countMessage(message);
    if (tokens <= largest.tokens) continue;
    const category = segment === 'history' ? contentCategory(message) : segment;
    largest = {
      tokens,
      category,
      message,
      ...('id' in message && typeof message.id === 'string' && { id: message.id }),
    };
  }
  return largest;
}

function contentCategory(message: Message): LedgerCategory {
  if (message.role === 'tool') return 'toolResults';
  if (message.parts.some(({ kind }) => kind === 'image')) return 'images';
  if (message.parts.some(({ kind }) => kind === 'toolCall')) return 'toolCalls';
  return 'history';
}

function messageAdvice(category: LedgerCategory, tokens: number, target: number): string {
  const numbers = `${tokens} tokens, of ${target} a request may use`;
  switch (category) {
    case 'current':
      return `Your message takes ${numbers}: shorten it, attach the long part as a file, or choose a model with a larger window.`;
    case 'toolResults':
      return `One tool result takes ${numbers}: ask for a smaller part of it, or choose a model with a larger window.`;
    case 'images':
      return `The images of one message take ${numbers}: send fewer or smaller ones, or choose a model with a larger window.`;
    default:
      return `One message takes ${numbers}: choose a model with a larger window, or start the task in a new chat.`;
  }
}
