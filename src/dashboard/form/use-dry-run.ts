import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';

/** How long after the last change the dry run begins. */
const DELAY_MS = 350;

/** What the dry run of a key has come to. */
type Outcome<T> = Readonly<{ key: string; result?: T; error?: ApiError }>;

/** What a write would do; the former result stays until the next one is there. */
export type DryRun<T> = Readonly<{
  key: string;
  result: T | undefined;
  error: ApiError | undefined;
  /** Whether `result` and `error` are of the present values. */
  isCurrent: boolean;
  /** The outcome of the newest values, when it is there. */
  settled: () => Promise<Outcome<T>>;
  repeat: () => void;
}>;

/** Matches no key, so the result is stale until the dry run has run again. */
const STALE = 'stale';

/** Runs a write without effect whenever the key changes; nothing runs for an empty key. */
export const useDryRun = <T>(key: string, run: (signal: AbortSignal) => Promise<T>): DryRun<T> => {
  const [state, setState] = useState<Outcome<T>>({ key: '' });
  const [round, setRound] = useState(0);
  const isCurrent = state.key === key;
  /** What a dialog shows at first waits for nothing. */
  const delay = useRef(0);
  const waiting = useRef<((outcome: Outcome<T>) => void)[]>([]);
  useEffect(() => {
    if (isCurrent) for (const resolve of waiting.current.splice(0)) resolve(state);
  }, [isCurrent, state]);
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
          setState((former) => ({ ...former, key, error: ApiError.of(error) }));
          if (!(error instanceof ApiError)) throw error;
        },
      );
    };
    const timer = setTimeout(start, delay.current);
    delay.current = DELAY_MS;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, round]);
  return {
    key,
    result: key === '' ? undefined : state.result,
    error: key === '' ? undefined : state.error,
    isCurrent,
    settled: () => (isCurrent ? Promise.resolve(state) : new Promise((resolve) => waiting.current.push(resolve))),
    repeat: () => {
      setState((former) => ({ ...former, key: STALE }));
      setRound((former) => former + 1);
    },
  };
};
