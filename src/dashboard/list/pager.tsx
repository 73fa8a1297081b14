import { useState } from 'preact/hooks';
import { type Loaded, send } from '../api/request.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { number } from '../text/format.ts';
import { fill, t } from '../text/text.ts';
import { CURSOR, type ListState } from './list-state.ts';

/** The storage key of the cursor of the page before `next`; the value is empty for the first page. */
const keyOf = (next: string): string => `commerce.page-before.${next}`;

/** The new page begins at its first row. */
const toTop = (): void => scrollTo(0, 0);

type Props = Readonly<{
  state: ListState;
  /** The address of the page. */
  address: string;
  next: string | null;
}>;

/** The pages of a list. The API has only a next cursor: the previous page is known if this tab came from it. */
export const Pager = ({ state, address, next }: Props) => {
  const [current = ''] = state.valuesOf(CURSOR);
  const former = sessionStorage.getItem(keyOf(current));
  if (current === '' && next === null) return null;
  return (
    <nav class="pager" aria-label={t().list.pages}>
      <Total address={address} />
      {current !== '' && <ButtonLink label={t().list.first} href={state.pageHref(undefined)} onClick={toTop} />}
      {current !== '' && former !== null && (
        <ButtonLink
          label={t().list.previous}
          href={state.pageHref(former === '' ? undefined : former)}
          onClick={toTop}
        />
      )}
      {next !== null && (
        <ButtonLink
          label={t().list.next}
          href={state.pageHref(next)}
          onClick={() => {
            sessionStorage.setItem(keyOf(next), current);
            toTop();
          }}
        />
      )}
    </nav>
  );
};

/** Counts all rows of the list on request: to count a million rows takes longer than to read a page. */
const Total = ({ address }: Readonly<{ address: string }>) => {
  const url = new URL(address, location.origin);
  url.searchParams.delete(CURSOR);
  url.searchParams.set('limit', '1');
  url.searchParams.set('include_total', 'true');
  const query = url.pathname + url.search;
  const [asked, setAsked] = useState<string>();
  const isAsked = asked === query;
  const count = useLoaded(isAsked ? query : '', async (signal): Promise<number | undefined> => {
    if (!isAsked) return undefined;
    const { data }: Loaded<Readonly<{ total: number }>> = await send({ method: 'get', path: query, signal });
    return data.total;
  });
  return (
    <>
      {count.error && <ProblemNotice error={count.error} retry={count.reload} />}
      <p role="status">{count.data !== undefined && fill(t().list.total, { count: number(count.data) })}</p>
      <Button
        label={t().list.countAll}
        aria-disabled={isAsked && count.isLoading}
        onClick={() => (isAsked ? void count.reload() : setAsked(query))}
      />
    </>
  );
};
