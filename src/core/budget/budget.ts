/** What a model declares about its limits, in tokens. Absent = not known. */
export interface ModelLimits {
  /** One context length shared by input and output. */
  readonly contextLength?: number;
  /** An input limit declared apart, as the editor does. Wins over `contextLength`. */
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
}

/** What the user or the profile sets; the most specific scope was already chosen. */
export interface BudgetSettings {
  readonly window?: number;
  /** 1–100: share of the window that triggers the fit; lifts the 160,000 ceiling. */
  readonly hardPercent?: number;
  /** 1–100: share of the hard threshold that is the soft one. */
  readonly softPercent?: number;
  /** A cap in tokens that lowers the hard threshold further. */
  readonly maxTokens?: number;
}

/** One number and the rule that gave it, for the Context view. */
export interface BudgetRule {
  readonly name: 'window' | 'hard' | 'soft' | 'replyReserve' | 'target';
  readonly tokens: number;
  readonly because: string;
}

/** The thresholds of one model, whole tokens, each with the rule that gave it. */
export interface KnownBudget {
  readonly kind: 'known';
  readonly window: number;
  /** Above this a request is compacted, unless `target` is smaller still. */
  readonly hard: number;
  /** Above this the user is warned. */
  readonly soft: number;
  /** Kept free for the answer where input and output share the window; else 0. */
  readonly replyReserve: number;
  /** The tokens a request may use. */
  readonly target: number;
  readonly rules: readonly BudgetRule[];
  /** One sentence per setting that was not valid and therefore not used. */
  readonly warnings: readonly string[];
}

/** No positive window is known, or the numbers contradict each other: compaction is off and says so. */
export interface UnknownBudget {
  readonly kind: 'unknown';
  /** One sentence: the thing, the place, the next step. */
  readonly reason: string;
  readonly warnings: readonly string[];
}

/** What a request may use, or why that is not known. */
export type Budget = KnownBudget | UnknownBudget;
