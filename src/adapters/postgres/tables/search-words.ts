import { defineEntity, p } from '@mikro-orm/postgresql';
import { textArray } from './column-types.ts';
import type { Row } from './row.ts';

/** The vocabulary of the catalog: words that a misspelt word may mean. */
export const SearchWordRow = defineEntity({
  name: 'SearchWordRow',
  tableName: 'search_words',
  properties: {
    word: p.text().primary(),
    // the word, and the word without each of its letters
    edit_keys: textArray(),
  },
});

export type SearchWordRow = Row<typeof SearchWordRow>;
