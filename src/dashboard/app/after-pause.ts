/** Runs once after a pause, and where the tab is in the background, when it is seen again. @returns what cancels it. */
export const afterPause = (pauseMs: number, work: () => void): (() => void) => {
  const cancelled = new AbortController();
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') work();
    else document.addEventListener('visibilitychange', work, { once: true, signal: cancelled.signal });
  }, pauseMs);
  return () => {
    clearTimeout(timer);
    cancelled.abort();
  };
};
