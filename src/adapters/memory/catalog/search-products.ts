import type { Product, ProductId } from '#core/catalog/product.ts';
import { isVocabulary } from '#core/catalog/search/edits.ts';
import { matchOf, stepsOf } from '#core/catalog/search/relevance.ts';
import { type SearchDocument, searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { parseQuery } from '#core/catalog/search/search-query.ts';
import { expandQuery, type SearchMeta } from '#core/catalog/search/search-terms.ts';
import type { KnownWords } from '#core/catalog/search/vocabulary.ts';
import type { Languages, SearchRules } from '#core/shared/languages.ts';

/** Documents by product: rows are replaced, never mutated. */
const documents = new WeakMap<Product, SearchDocument>();

const documentOf = (product: Product): SearchDocument => {
  const document = documents.get(product) ?? searchDocumentOf(product);
  documents.set(product, document);
  return document;
};

type Asked = Readonly<{ q: string; minFound: number | undefined; languages: Languages; rules: SearchRules }>;

/** The relevance of products that match, the best one of each `rootOf`. */
type Matches = Readonly<{ relevances: ReadonlyMap<ProductId, number>; meta: SearchMeta }>;

/** The products that match the words of a text, of those that are visible. */
export const searchProducts = (
  products: readonly Product[],
  { q, minFound, ...vocabulary }: Asked,
  rootOf: (product: Product) => ProductId,
): Matches => {
  const words = new Set(products.flatMap((product) => [...documentOf(product).words.keys()]).filter(isVocabulary));
  const known: KnownWords = {
    has: (word) => words.has(word),
    like: () => words,
    hasBeginning: (beginning) => [...words].some((word) => word.startsWith(beginning)),
  };
  const search = expandQuery(parseQuery(q, minFound), vocabulary, known);
  const matched = products.flatMap((product) => {
    const match = matchOf(documentOf(product), search);
    return match === undefined ? [] : [{ id: rootOf(product), root: product.parentId ?? product.id, match }];
  });
  const steps = matched.some(({ match }) => match.isCode) ? stepsOf(search).slice(0, 1) : stepsOf(search);
  const atStep = (count: number) => matched.filter(({ match }) => match.isCode || match.terms >= count);
  const isEnough = (count: number, step: number): boolean =>
    new Set(atStep(count).map(({ root }) => root)).size >= (step === 0 ? search.minFound : 1);
  const best = new Map<ProductId, number>();
  for (const { id, match } of atStep(steps.find(isEnough) ?? steps.at(-1) ?? 0))
    best.set(id, Math.max(match.relevance, best.get(id) ?? match.relevance));
  return { relevances: best, meta: search.meta };
};
