import { StartError } from '#composition/start-error.ts';
import type { PricePeriod } from '#core/catalog/price-period.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Json } from '#core/shared/page.ts';
import type { Storage } from '#core/storage.ts';
import { DAY_MS } from './calendar.ts';
import { Random } from './random.ts';

type OldPrice = Readonly<{ price: Product['price']; isPublished: boolean; beganAge: number }>;

type Offer = Readonly<{
  product: Product;
  /** The newest first. */
  prices: readonly OldPrice[];
  popularity: number;
}>;

const PRODUCTS_PER_READ = 200;

/** Sets the numbers of products apart from those of orders. */
const PRODUCTS = 2;

/** How many products are never sold. */
const UNPOPULAR = 0.06;

/** The shop's products that are on sale, at the prices that they had. */
export class Assortment {
  readonly #offers: readonly Offer[];
  readonly #byId: ReadonlyMap<ProductId, Offer>;
  /** The popularity of each offer with those before it. */
  readonly #sums: readonly number[];
  readonly #oldest: number;

  constructor(offers: readonly Offer[]) {
    let sum = 0;
    this.#offers = offers;
    this.#byId = new Map(offers.map((offer) => [offer.product.id, offer]));
    this.#sums = offers.map(({ popularity }) => {
      sum += popularity;
      return sum;
    });
    this.#oldest = Math.max(...offers.flatMap(({ prices }) => prices.map(({ beganAge }) => beganAge)));
  }

  get products(): readonly Product[] {
    return this.#offers.map(({ product }) => product);
  }

  /** A product that was on sale, by popularity; undefined if chance only names others. */
  pick(random: Random, age: number): ProductId | undefined {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const offer = this.#offers[indexOf(this.#sums, random.next() * (this.#sums.at(-1) ?? 0))];
      if (offer !== undefined && this.#priceOn(offer, age) !== undefined) return offer.product.id;
    }
    return this.#offers.find((offer) => this.#priceOn(offer, age) !== undefined)?.product.id;
  }

  /** Products as they were sold, some days before the day of seeding. */
  productsOn(age: number, ids: readonly ProductId[]): readonly Product[] {
    return ids.flatMap((id) => {
      const offer = this.#byId.get(id);
      const price = offer && this.#priceOn(offer, age)?.price;
      return offer === undefined || price === undefined ? [] : [{ ...offer.product, price }];
    });
  }

  #priceOn({ prices }: Offer, age: number): OldPrice | undefined {
    // a shop that is younger than its past has sold its first products all the time
    const asked = Math.min(age, this.#oldest - 1);
    const found = prices.find(({ beganAge }) => asked < beganAge);
    return found?.isPublished ? found : undefined;
  }
}

/** The first index whose sum is above a number. */
const indexOf = (sums: readonly number[], number: number): number => {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  return low;
};

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
  const sorted = products.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en'));
  return new Assortment(
    sorted.map((product, index) => ({
      product,
      prices: (published.get(product.id) ?? []).map((period) => oldPrice(period, today)),
      popularity: popularityOf(new Random(seed, PRODUCTS, index)),
    })),
  );
};

const keyOf = ({ sku, slug }: Product): string => sku ?? slug;

/** A price counts from the day after it began, since the seeding may run at any time of a day. */
const oldPrice = ({ price, isPublished, from }: PricePeriod, today: Date): OldPrice => ({
  price,
  isPublished,
  beganAge: Math.ceil((today.getTime() - from.getTime()) / DAY_MS),
});

const popularityOf = (random: Random): number => (random.chance(UNPOPULAR) ? 0 : 1 / (0.04 + random.next()));

const readProducts = async ({ catalogQueries }: Storage): Promise<Product[]> => {
  const found: Product[] = [];
  const ids: ProductId[] = [];
  let after: { value: string; id: string } | undefined;
  do {
    const page = await catalogQueries.listProducts({
      filter: { status: 'active' },
      page: { limit: 100, after },
      visibility: 'full',
    });
    for (const item of page.items) {
      const { id, variants = [] } = Json.parse(item);
      ids.push(...(variants.length === 0 ? [id] : variants.map((variant) => variant.id)));
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  for (let start = 0; start < ids.length; start += PRODUCTS_PER_READ) {
    found.push(...(await catalogQueries.readProducts(ids.slice(start, start + PRODUCTS_PER_READ))));
  }
  return found;
};
