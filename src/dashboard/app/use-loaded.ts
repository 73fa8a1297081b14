import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { afterPause } from './after-pause.ts';

/** What a screen has loaded: the former data stays while it loads again. */
export type LoadState<T> = Readonly<{
  data: T | undefined;
  error: ApiError | undefined;
  isLoading: boolean;
  /** Resolves when the new data is there, or has failed to load. */
  reload: () => Promise<void>;
}>;

/** How long after a failure that may pass something is loaded again: doubled with each failure, up to a minute. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** What loads the data of the screen again. */
const reloads = new Set<() => void>();

/** Loads what the screen shows again, such as after a refusal for a reason that it did not show. */
export const reloadScreen = (): void => {
  for (const reload of reloads) reload();
};

/**
 * Loads data when the key changes or on `reload`; a newer load ends an older one. With `keepsFormer`, the data of the former
 * key stays until that of the new one is there.
 */
export const useLoaded = <T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { keepsFormer = false }: Readonly<{ keepsFormer?: boolean }> = {},
): LoadState<T> => {
  const [state, setState] = useState<Readonly<{ key: string; data?: T; error?: ApiError; isLoading: boolean }>>({
    key,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const retries = useRef(0);
  const waiting = useRef<(() => void)[]>([]);
  const resolveReloads = (): void => {
    for (const resolve of waiting.current.splice(0)) resolve();
  };
  useEffect(() => resolveReloads, []);
  // the key says what is loaded
  useEffect(() => {
    const controller = new AbortController();
    setState((former) =>
      former.key === key || keepsFormer ? { ...former, key, isLoading: true } : { key, isLoading: true },
    );
    load(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        retries.current = 0;
        setState({ key, data, isLoading: false });
        resolveReloads();
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        resolveReloads();
        setState((former) => ({ ...former, error: ApiError.of(error), isLoading: false }));
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => {
    setRound((former) => former + 1);
    return new Promise<void>((resolve) => waiting.current.push(resolve));
  }, []);
  const isPassing = state.error?.isPassing === true;
  // what failed by an outage is there by itself after it
  useEffect(() => {
    if (!isPassing || state.isLoading) return undefined;
    return afterPause(Math.min(RETRY_MS * 2 ** retries.current, MAX_RETRY_MS), () => {
      retries.current += 1;
      void reload();
    });
  }, [isPassing, state.isLoading]);
  useEffect(() => {
    const again = (): void => void reload();
    reloads.add(again);
    return () => {
      reloads.delete(again);
    };
  }, [reload]);
  const isCurrent = state.key === key || keepsFormer;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: state.isLoading || state.key !== key,
    reload,
  };
};
