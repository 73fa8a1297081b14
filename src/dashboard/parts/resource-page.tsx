import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import { ParentLink } from './parent-link.tsx';
import { Loading } from './parts.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props<T> = Readonly<{
  state: LoadState<T>;
  /** The list that the resource is in. */
  parent: Readonly<{ href: string; label: string }>;
  title: (data: T) => ComponentChildren;
  actions?: (data: T) => ComponentChildren;
  children: (data: T) => ComponentChildren;
}>;

/** The screen of one resource: where it belongs, its title, its buttons and its content. */
export const ResourcePage = <T,>({ state, parent, title, actions, children }: Props<T>) => {
  const { data, error, isLoading, reload } = state;
  return (
    <article class="screen">
      <ParentLink {...parent} />
      {error && <ProblemNotice error={error} retry={reload} />}
      {isLoading && <Loading />}
      {data !== undefined && (
        <>
          <header class="screen-header">
            <h1>{title(data)}</h1>
            {actions && <div class="buttons">{actions(data)}</div>}
          </header>
          {children(data)}
        </>
      )}
    </article>
  );
};
