import { p } from '@mikro-orm/postgresql';
import { textArray } from './column-types.ts';
import { type Row, table } from './table.ts';

/** The vocabulary of the catalog: words that the words of a query may mean. */
export const SearchWordRow = table('search_words', {
  word: p.text().primary(),
  // what a word of a query has in common with it, however it means it: `keysOfKnown`
  edit_keys: textArray(),
  // whether a product that was on sale has it: the public is told no word of a draft
  is_public: p.boolean(),
  // waits for the task that computes its keys
  is_stale: p.boolean(),
});

export type SearchWordRow = Row<typeof SearchWordRow>;
