/** The part of an `AbortSignal` that core needs; an `AbortSignal` is one. */
export interface CancellationSignal {
  readonly aborted: boolean;
  /** Throws the reason of the cancellation once it was asked for. */
  throwIfAborted(): void;
}
