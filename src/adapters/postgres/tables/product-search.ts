import { defineEntity, p } from '@mikro-orm/postgresql';
import type { ProductId } from '#core/catalog/product.ts';
import type { SearchDocument } from '#core/catalog/search/search-document.ts';
import { id } from './column-types.ts';
import type { Row } from './row.ts';

/** What products are found by, apart from them: a change of stock must not write the words into their index again. */
export const ProductSearchRow = defineEntity({
  name: 'ProductSearchRow',
  tableName: 'product_search',
  properties: {
    product_id: id<'prod'>().primary(),
    // a tsvector, made here: PostgreSQL's own parsers know neither all scripts nor the rules of the memory storage
    words: p.text().columnType('tsvector'),
    name_length: p.smallint(),
    // waits for the task that computes it
    is_stale: p.boolean(),
  },
});

export type ProductSearchRow = Row<typeof ProductSearchRow>;

export const toProductSearchRow = (id: ProductId, { words, nameLength }: SearchDocument): ProductSearchRow => ({
  product_id: id,
  words: vectorOf(words),
  name_length: nameLength,
  is_stale: false,
});

/** A word has letters, digits and marks only, so quotes suffice. */
const vectorOf = (words: SearchDocument['words']): string =>
  Array.from(words, ([word, weight]) => `'${word}':1${weight}`).join(' ');
