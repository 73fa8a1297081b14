import type { UncheckedCall, UncheckedInit } from './unchecked-call.ts';

type Page = Readonly<{ data: readonly unknown[]; next_cursor: string | null }>;

/** The items of a list; a page is read when the items before it are consumed. */
export const listItems = async function* (
  get: UncheckedCall,
  path: string,
  { maxItems = Number.POSITIVE_INFINITY, ...init }: UncheckedInit & Readonly<{ maxItems?: number }> = {},
): AsyncGenerator<unknown, void, undefined> {
  let cursor = init.query?.['cursor'];
  let count = 0;
  while (cursor !== null && count < maxItems) {
    const page = (await get(path, { ...init, query: { ...init.query, cursor } })) as Page;
    for (const item of page.data.slice(0, maxItems - count)) {
      yield item;
      count += 1;
    }
    cursor = page.next_cursor;
  }
};
