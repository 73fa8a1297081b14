import { t } from '../text/text.ts';
import { CURSOR, type ListState } from './list-state.ts';

/** Where this tab keeps the cursor of the page from which it came to that of `next`; empty for the first page. */
const keyOf = (next: string): string => `commerce.page-before.${next}`;

/** The pages of a list. The API knows only the next one, so that the former one is known if this tab has come from it. */
export const Pager = ({ state, next }: Readonly<{ state: ListState; next: string | null }>) => {
  const [current = ''] = state.valuesOf(CURSOR);
  const former = sessionStorage.getItem(keyOf(current));
  if (current === '' && next === null) return null;
  return (
    <nav class="pager" aria-label={t().list.pages}>
      {current !== '' && (
        <a class="button" href={state.pageHref(undefined)}>
          {t().list.first}
        </a>
      )}
      {current !== '' && former !== null && (
        <a class="button" href={state.pageHref(former === '' ? undefined : former)}>
          {t().list.previous}
        </a>
      )}
      {next !== null && (
        <a class="button" href={state.pageHref(next)} onClick={() => sessionStorage.setItem(keyOf(next), current)}>
          {t().list.next}
        </a>
      )}
    </nav>
  );
};
