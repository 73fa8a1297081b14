import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import { LoadedContent } from './loaded-content.tsx';
import { ParentLink } from './parent-link.tsx';

type Props<T> = Readonly<{
  state: LoadState<T>;
  /** The list that the resource is in. */
  parent: Readonly<{ href: string; label: string }>;
  title: (data: T) => ComponentChildren;
  actions?: (data: T) => ComponentChildren;
  children: (data: T) => ComponentChildren;
  /** What is beside the content, and below it in a narrow window. */
  aside?: (data: T) => ComponentChildren;
}>;

/** The screen of one resource: where it belongs, its title, its buttons and its content. */
export const ResourcePage = <T,>({ state, parent, title, actions, children, aside }: Props<T>) => (
  <article class="screen">
    <ParentLink {...parent} />
    <LoadedContent state={state}>
      {(data) => (
        <>
          <header class="screen-header">
            <h1 class="with-badges">{title(data)}</h1>
            {actions && <div class="buttons">{actions(data)}</div>}
          </header>
          {aside === undefined ? (
            children(data)
          ) : (
            <div class="columns">
              <div class="column">{children(data)}</div>
              <div class="column">{aside(data)}</div>
            </div>
          )}
        </>
      )}
    </LoadedContent>
  </article>
);
