import { p } from '@mikro-orm/postgresql';
import { Product } from '#core/catalog/product.ts';
import { type SearchDocument, searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { lexeme } from '../statements/lexeme.ts';
import { id } from './column-types.ts';
import { type Row, table } from './table.ts';

/** What products are found by, apart from them: a change of stock must not write the words into their index again. */
export const ProductSearchRow = table('product_search', {
  product_id: id<'prod'>().primary(),
  // the product that is found: of a variant its parent
  root_id: id<'prod'>(),
  // the public finds a product only by itself and its variants that are on sale
  is_on_sale: p.boolean(),
  // a tsvector, made here: PostgreSQL's own parsers know neither all scripts nor the rules of the memory storage
  words: p.text().columnType('tsvector'),
  name_length: p.smallint(),
  // waits for the task that computes it
  is_stale: p.boolean(),
});

export type ProductSearchRow = Row<typeof ProductSearchRow>;

export const toProductSearchRow = (product: Product, document = searchDocumentOf(product)): ProductSearchRow => ({
  product_id: product.id,
  root_id: product.parentId ?? product.id,
  is_on_sale: Product.isOnSale(product),
  words: vectorOf(document.words),
  name_length: document.nameLength,
  is_stale: false,
});

/** The first place is 1. */
const vectorOf = (words: SearchDocument['words']): string =>
  Array.from(
    words,
    ([word, places]) => `${lexeme(word)}:${places.map(({ at, weight }) => `${at + 1}${weight}`).join(',')}`,
  ).join(' ');
