import { useCallback, useEffect, useRef } from 'preact/hooks';

/** A callback that runs at once, and then at most once per interval; a call during the interval runs at its end. */
export const useThrottled = (callback: () => void, intervalMs: number): (() => void) => {
  const latest = useRef(callback);
  latest.current = callback;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isWaiting = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const run = (): void => {
      isWaiting.current = false;
      latest.current();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        if (isWaiting.current) run();
      }, intervalMs);
    };
    if (timer.current === undefined) run();
    else isWaiting.current = true;
  }, [intervalMs]);
};
