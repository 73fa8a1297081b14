import type { Product } from '#core/catalog/product.ts';
import { relevanceOf } from '#core/catalog/search/relevance.ts';
import { type SearchDocument, searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { SearchQuery } from '#core/catalog/search/search-query.ts';

/** Documents by product: rows are replaced, never mutated. */
const documents = new WeakMap<Product, SearchDocument>();

const documentOf = (product: Product): SearchDocument => {
  const document = documents.get(product) ?? searchDocumentOf(product);
  documents.set(product, document);
  return document;
};

type Match = Readonly<{ product: Product; relevance: number }>;

/** The products that match the words of a text. */
export const searchProducts = (products: readonly Product[], q: string): Match[] => {
  const vocabulary = products.flatMap((product) => [...documentOf(product).words.keys()]);
  const query = SearchQuery.expand(SearchQuery.parse(q), new Set(vocabulary));
  return products.flatMap((product) => {
    const relevance = relevanceOf(documentOf(product), query);
    return relevance === undefined ? [] : [{ product, relevance }];
  });
};
