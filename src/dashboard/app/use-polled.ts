import { useCallback, useEffect, useRef } from 'preact/hooks';
import { type LoadState, useLoaded } from './use-loaded.ts';

const INTERVAL_MS = 1_000;

type Options<T> = Readonly<{
  isInProgress: (data: T) => boolean;
  /** The pause after some polls; one second if omitted. */
  intervalOf?: (polls: number) => number;
}>;

/** Loads data like `useLoaded`, and again and again while it is in progress, also after an error. */
export const usePolled = <T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { isInProgress, intervalOf = () => INTERVAL_MS }: Options<T>,
): LoadState<T> => {
  const state = useLoaded(key, load);
  const { data, error, isLoading, reload } = state;
  const polls = useRef(0);
  useEffect(() => {
    polls.current = 0;
  }, [key]);
  const hasProgress = data !== undefined && isInProgress(data);
  const isWaiting = !isLoading && hasProgress;
  useEffect(() => {
    if (data !== undefined && !hasProgress) polls.current = 0;
  }, [data]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const poll = (): void => {
      polls.current += 1;
      void reload();
    };
    const timer = setTimeout(poll, intervalOf(polls.current));
    return () => clearTimeout(timer);
  }, [isWaiting, data, error]);
  const restart = useCallback(() => {
    polls.current = 0;
    return reload();
  }, [reload]);
  // what is read again and again does not blink
  return { ...state, isLoading: isLoading && data === undefined, reload: restart };
};
