import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import { Loading } from './parts.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const SKELETON_ROWS = 6;

type Props<T> = Readonly<{ state: LoadState<T>; children: (data: T) => ComponentChildren }>;

/** What was loaded, that it is being loaded, or why it could not be. */
export const LoadedContent = <T,>({ state: { data, error, isLoading, reload }, children }: Props<T>) => (
  <>
    {error && <ProblemNotice error={error} retry={reload} />}
    {isLoading && <Loading rows={data === undefined ? SKELETON_ROWS : 0} />}
    {data !== undefined && children(data)}
  </>
);
