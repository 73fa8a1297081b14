import { StartError } from '#composition/start-error.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Json, type PageRequest } from '#core/shared/page.ts';
import type { Storage } from '#core/storage.ts';
import { DAY_MS } from './calendar.ts';
import { Random } from './random.ts';

const PRODUCTS_PER_PAGE = 100;

/** Sets the numbers of products apart from those of orders. */
const KEY = 2;

/** How many products are sold at all, of one. */
const POPULAR = 0.94;

/** A product with the prices that it had, the newest first. A price begins some days before the day of seeding. */
type Offer = Readonly<{
  product: Product;
  prices: readonly Readonly<{ price: Product['price']; isPublished: boolean; beganAge: number }>[];
}>;

/** The shop's products that are on sale, at the prices that they had. */
export class Assortment {
  /** The most popular first. */
  readonly #offers: readonly Offer[];
  readonly #byId: ReadonlyMap<ProductId, Offer>;
  readonly #oldest: number;

  constructor(offers: readonly Offer[]) {
    this.#offers = offers;
    this.#byId = new Map(offers.map((offer) => [offer.product.id, offer]));
    this.#oldest = Math.max(...offers.flatMap(({ prices }) => prices.map(({ beganAge }) => beganAge)));
  }

  get products(): readonly Product[] {
    return this.#offers.map(({ product }) => product);
  }

  /** A product that was on sale; undefined if chance only names others. */
  pick(random: Random, age: number): ProductId | undefined {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const offer = this.#offers[Math.floor(this.#offers.length * POPULAR * random.next() ** 2)];
      if (offer !== undefined && this.#priceOn(offer, age) !== undefined) return offer.product.id;
    }
    return this.#offers.find((offer) => this.#priceOn(offer, age) !== undefined)?.product.id;
  }

  /** Products as they were sold, some days before the day of seeding. */
  productsOn(age: number, ids: readonly ProductId[]): readonly Product[] {
    return ids.flatMap((id) => {
      const offer = this.#byId.get(id);
      const price = offer && this.#priceOn(offer, age);
      return offer && price ? [{ ...offer.product, price }] : [];
    });
  }

  #priceOn({ prices }: Offer, age: number): Product['price'] | undefined {
    // a shop that is younger than its past has sold its first products all the time
    const asked = Math.min(age, this.#oldest - 1);
    const found = prices.find(({ beganAge }) => asked < beganAge);
    return found?.isPublished ? found.price : undefined;
  }
}

type Reading = Readonly<{ seed: number; currency: Currency; today: Date }>;

/** Reads what the shop sells. @throws StartError if it sells nothing in the currency. */
export const readAssortment = async (storage: Storage, { seed, currency, today }: Reading): Promise<Assortment> => {
  const products = (await readProducts(storage)).filter(
    (product) => Product.isOnSale(product) && product.variants.length === 0 && product.price.currency === currency,
  );
  if (products.length === 0) throw new StartError(`The shop has no product on sale in ${currency}.`);
  const ids = products.map(({ id }) => id);
  const published = await storage.unitOfWork.run((tx) => tx.products.publishedPrices(ids, new Date(0)));
  // ids differ between two shops of a seed
  const sorted = products.toSorted((a, b) => (a.sku ?? a.slug).localeCompare(b.sku ?? b.slug, 'en'));
  const ranks = new Map(sorted.map((product, index) => [product, new Random(seed, KEY, index).next()]));
  const pricesOf = ({ id }: Product): Offer['prices'] =>
    (published.get(id) ?? []).map(({ price, isPublished, from }) => {
      // the day after it began, since the seeding may run at any time of a day
      return { price, isPublished, beganAge: Math.ceil((today.getTime() - from.getTime()) / DAY_MS) };
    });
  return new Assortment(
    sorted
      .sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
      .map((product) => ({ product, prices: pricesOf(product) })),
  );
};

const readProducts = async ({ catalogQueries }: Storage): Promise<Product[]> => {
  const found: Product[] = [];
  let page: PageRequest | undefined = { limit: PRODUCTS_PER_PAGE };
  while (page !== undefined) {
    const query = { filter: { status: 'active' }, page, visibility: 'full' } as const;
    const { items, next } = await catalogQueries.listProducts(query);
    const views = items.map((item) => Json.parse(item));
    const ids = views.flatMap(({ id, variants = [] }) => [id, ...variants.map((variant) => variant.id)]);
    found.push(...(await catalogQueries.readProducts(ids)));
    page = next === null ? undefined : { ...page, after: next };
  }
  return found;
};
