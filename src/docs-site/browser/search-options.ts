import type { Options } from 'minisearch';

/** A part of a page that the search finds: its address, its title and that of its page. */
export type Found = Readonly<{ id: string; title: string; page: string }>;

/** How parts are indexed and found: the same where the index is made and where it is read. */
export const SEARCH_OPTIONS: Options<Found & Readonly<{ text: string }>> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
