import { useEffect } from 'preact/hooks';
import { type LoadState, useLoaded } from './use-loaded.ts';

const INTERVAL_MS = 1_000;

/** Loads data like `useLoaded`, and again and again while it is in progress. */
export const usePolled = <T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  isInProgress: (data: T) => boolean,
): LoadState<T> => {
  const state = useLoaded(key, load);
  const { data, error, isLoading, reload } = state;
  const isWaiting = !isLoading && data !== undefined && isInProgress(data);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(reload, INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, data, error]);
  // what is read again and again does not blink
  return { ...state, isLoading: isLoading && data === undefined };
};
