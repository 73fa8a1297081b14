import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';

/** How long after the last change the dry run begins. */
const DELAY_MS = 350;

/** What a write would do; the former result stays until the next one is there. */
export type DryRun<T> = Readonly<{
  result: T | undefined;
  error: ApiError | undefined;
  /** Whether `result` and `error` are of the present values. */
  isCurrent: boolean;
  repeat: () => void;
}>;

/** Runs a write without effect whenever the key changes; nothing runs for an empty key. */
export const useDryRun = <T>(key: string, run: (signal: AbortSignal) => Promise<T>): DryRun<T> => {
  const [state, setState] = useState<Readonly<{ key: string; result?: T; error?: ApiError }>>({ key: '' });
  const [round, setRound] = useState(0);
  // the key says what is run
  useEffect(() => {
    if (key === '') {
      setState({ key });
      return undefined;
    }
    const controller = new AbortController();
    const start = (): void => {
      run(controller.signal).then(
        (result) => {
          if (!controller.signal.aborted) setState({ key, result });
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          setState((former) => ({ ...former, key, error }));
        },
      );
    };
    const timer = setTimeout(start, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, round]);
  return {
    result: key === '' ? undefined : state.result,
    error: key === '' ? undefined : state.error,
    isCurrent: state.key === key,
    repeat: () => setRound((former) => former + 1),
  };
};
