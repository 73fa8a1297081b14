import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import { Loading } from './parts.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props<T> = Readonly<{ state: LoadState<T>; children: (data: T) => ComponentChildren }>;

/** What was loaded, that it is being loaded, or why it could not be. */
export const LoadedContent = <T,>({ state: { data, error, isLoading, reload }, children }: Props<T>) => (
  <>
    {error && <ProblemNotice error={error} retry={reload} />}
    {isLoading && <Loading />}
    {data !== undefined && children(data)}
  </>
);
