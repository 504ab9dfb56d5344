import type { ToolSchema } from '../conversation/message';

/** Our own tools for a model, and what is said about them. Both go out only once something left the request. */
export interface RetrievalOffer {
  readonly tools: readonly ToolSchema[];
  /** For the instructions: what left can be looked up, and how. */
  readonly note: string;
  /** The one of `tools` that searches. */
  readonly searchToolName: string;
  /** The one that reads a source, where there is one. */
  readonly readToolName?: string;
}

/** How the model can get at what left the request. */
export type Retrieval =
  | ({ readonly kind: 'tools' } & RetrievalOffer)
  /**
   * The model cannot search, only the host and the user can: passages come inline, on the compacting request, or on
   * every one from which something is missing.
   */
  | { readonly kind: 'inline'; readonly when: 'compacting' | 'always' }
  /** Nobody can: a checkpoint would promise what is not true. */
  | { readonly kind: 'none' };
