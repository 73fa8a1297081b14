import { fold } from '#core/shared/fold.ts';
import { Json } from '#core/shared/page.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { searchRulesFor } from '#core/shop/shop-cache.ts';
import type { CatalogQueries, Visibility } from '../ports.ts';
import type { ProductView, PublicProductView } from '../product-view.ts';

/** What a text that is being typed may become. */
export type Suggestions = Readonly<{
  object: 'product_suggestions';
  /** The text, completed to words of the names of products. */
  completions: readonly string[];
  products: readonly (ProductView | PublicProductView)[];
}>;

export type SuggestProducts = (q: string, visibility: Visibility) => Promise<Suggestions>;

/** The products whose names complete a text. */
const MAX_READ = 20;

const MAX_SHOWN = 5;

type Deps = Readonly<{ queries: CatalogQueries; shop: ShopQueries }>;

export const makeSuggestProducts =
  ({ queries, shop }: Deps): SuggestProducts =>
  async (q, visibility) => {
    const filter = { q };
    const searchRules = await searchRulesFor(shop, filter);
    const { items } = await queries.listProducts({ filter, visibility, searchRules, page: { limit: MAX_READ } });
    const products = items.map(Json.parse);
    return {
      object: 'product_suggestions',
      completions: completionsOf(
        q,
        products.map(({ name }) => name),
      ),
      products: products.slice(0, MAX_SHOWN),
    };
  };

/** Signs around a word of a name: `(blue)`. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The text with its last word completed by words of names, the most frequent first, of those names that have its other words. */
const completionsOf = (q: string, names: readonly string[]): string[] => {
  const [, start = '', last = ''] = /^(.*?)(\S+)$/s.exec(q.trimStart()) ?? [];
  const beginning = fold(last);
  if (beginning === '') return [];
  const others = fold(start).split(/\s+/);
  const complete = names.filter((name) => others.every((word) => fold(name).includes(word)));
  const counts = new Map<string, number>();
  for (const name of complete.length > 0 ? complete : names) {
    const words = name.split(/\s+/).map((word) => word.replace(AROUND, '').toLowerCase());
    for (const word of new Set(words))
      if (fold(word).startsWith(beginning)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one);
  return frequent.slice(0, MAX_SHOWN).map(([word]) => start.toLowerCase() + word);
};
