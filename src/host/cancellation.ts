import type { CancellationToken } from 'vscode';

/** Runs `work` with a signal that aborts when the token is cancelled, and lets go of the token afterwards. */
export async function withSignal<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const listener = token.onCancellationRequested(() => {
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } finally {
    listener.dispose();
  }
}
