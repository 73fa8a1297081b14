/** Waits, unless a signal aborts it. @throws the reason of the signal. */
export const pause = (delayMs: number, signal?: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, delayMs);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
