import { p } from '@mikro-orm/postgresql';
import { textArray } from './column-types.ts';
import { type Row, table } from './table.ts';

/** The vocabulary of the catalog: words that a misspelt word may mean. */
export const SearchWordRow = table('search_words', {
  word: p.text().primary(),
  // the word, and the word without each of its letters
  edit_keys: textArray(),
});

export type SearchWordRow = Row<typeof SearchWordRow>;
