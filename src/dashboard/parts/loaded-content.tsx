import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import { Loading } from './parts.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const SKELETON_ROWS = 6;

type Props<T> = Readonly<{
  state: LoadState<T>;
  /** What has the place of the content until that is there, with about its height; some lines by default. */
  place?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}>;

/** What was loaded, that it is being loaded, or why it could not be. */
export const LoadedContent = <T,>({ state: { data, error, isLoading, reload }, place, children }: Props<T>) => (
  <>
    {error && <ProblemNotice error={error} retry={reload} />}
    {isLoading && (data === undefined ? (place ?? <Loading rows={SKELETON_ROWS} />) : <Loading />)}
    {data !== undefined && children(data)}
  </>
);
