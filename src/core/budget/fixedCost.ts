import type { Ledger, LedgerCategory } from '../tokens/ledger';
import type { KnownBudget } from './budget';

/** What no compaction can make smaller is too large by itself. */
export interface FixedCost {
  /** The larger of the two, and its tokens. */
  readonly category: Extract<LedgerCategory, 'instructions' | 'tools'>;
  readonly tokens: number;
  /** Instructions and tool schemas together. */
  readonly fixedTokens: number;
  readonly target: number;
  /** What is wrong and what helps, with the numbers. */
  readonly advice: string;
}

/** Where instructions and tool schemas alone leave no room for a message (B11); `undefined` where they do. */
export function fixedCostDiagnosis(ledger: Ledger, budget: KnownBudget): FixedCost | undefined {
  const { instructions, tools } = ledger.categories;
  const fixedTokens = instructions + tools;
  if (fixedTokens < budget.target) return undefined;
  const figures = { fixedTokens, target: budget.target };
  const room = `of the ${budget.target} tokens a request may use, so compaction cannot help`;
  return tools >= instructions
    ? {
        ...figures,
        category: 'tools',
        tokens: tools,
        advice: `Your tools take ${tools} ${room}: switch some tools off, or choose a model with a larger window.`,
      }
    : {
        ...figures,
        category: 'instructions',
        tokens: instructions,
        advice: `The instructions take ${instructions} ${room}: shorten them, or choose a model with a larger window.`,
      };
}
