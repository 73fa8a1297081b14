import type { Product, ProductId } from '#core/catalog/product.ts';
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

/** The relevance of the products, of those that match the words of a text; the best one of each `rootOf`. */
export const relevanceByProduct = (
  products: readonly Product[],
  q: string,
  rootOf: (product: Product) => ProductId,
): ReadonlyMap<ProductId, number> => {
  const vocabulary = products.flatMap((product) => [...documentOf(product).words.keys()]);
  const query = SearchQuery.expand(SearchQuery.parse(q), new Set(vocabulary));
  const best = new Map<ProductId, number>();
  for (const product of products) {
    const relevance = relevanceOf(documentOf(product), query);
    if (relevance === undefined) continue;
    const id = rootOf(product);
    best.set(id, Math.max(relevance, best.get(id) ?? relevance));
  }
  return best;
};
