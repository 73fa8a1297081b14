import { setImmediate as nextIteration } from 'node:timers/promises';
import { addPastRecord } from '#adapters/payment-gateways/sandbox/past-record.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { PostgresHistory } from '#adapters/postgres/seeding/history.ts';
import type { Encryption } from '#adapters/system/encryption.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { StartError } from '#composition/start-error.ts';
import { TaxRules } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import type { Storage } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { readAssortment } from './assortment.ts';
import { orderTimes, yearBefore } from './calendar.ts';
import { type GrowingPast, newPast } from './past.ts';
import { PastOrder } from './past-order.ts';
import { People, personOf } from './people.ts';
import { makePlaceOrder } from './place-orders.ts';
import { readPricing } from './pricing.ts';
import { Random } from './random.ts';
import { createRules } from './rules.ts';
import { simulateOrder } from './simulate-order.ts';
import { Subscriptions } from './subscriptions/subscriptions.ts';

/** What a year of business depends on. */
export type YearSettings = Readonly<{
  seed: number;
  /** How many orders are placed. */
  orders: number;
  /** Of the references of saved payment methods. */
  encryption: Encryption;
  now: Date;
}>;

type Stored = Readonly<{ storage: Storage; database: Database }>;

/** Called after each part with the numbers of orders and of rows that were written so far. */
type OnProgress = (orders: number, rows: number) => void;

/** Enough for speed; larger parts outlive the garbage collector's young generation, and cost it much more. */
const ORDERS_PER_TRANSACTION = 250;

/** How many orders are simulated before the event loop may send more rows to PostgreSQL. */
const ORDERS_PER_ITERATION = 25;

/** Sets the numbers of orders apart from those of persons, products and days. */
const ORDERS = 3;

/**
 * Fills a shop with the orders of the year before today, and with all that belongs to them: the same for the same seed on
 * the same day.
 * @throws StartError if the year of the seed is already there, or the shop sells nothing.
 */
export const seedYear = async (
  { storage, database }: Stored,
  settings: YearSettings,
  onProgress: OnProgress = () => {},
): Promise<void> => {
  await requireUnseeded(storage, settings.seed);
  const history = new PostgresHistory(database);
  let orders = 0;
  let rows = 0;
  // a part is written while the next one is made: PostgreSQL takes longer than that
  let writing = Promise.resolve();
  for await (const past of yearOf({ storage, history }, settings)) {
    await writing;
    writing = Promise.all([history.write(past), addPastRecord(database.pool, past)]).then(([count]) => {
      orders += past.orders.length;
      rows += count;
      onProgress(orders, rows);
    });
    // until it is awaited, a failure must not count as unhandled
    writing.catch(() => {});
  }
  await writing;
};

type Sources = Readonly<{ storage: Storage; history: Pick<PostgresHistory, 'takeOrderNumbers'> }>;

/** Makes a year in parts, the oldest first. */
export const yearOf = async function* (
  { storage, history }: Sources,
  settings: YearSettings,
): AsyncGenerator<GrowingPast> {
  const { seed, orders } = settings;
  const year = await openYear(storage, settings);
  let past = newPast();
  let numbers: number[] = [];
  let index = 0;
  for (const [today, times] of orderTimes(year.days, { seed, orders }).entries()) {
    for (const at of times) {
      if (index % ORDERS_PER_ITERATION === 0) await nextIteration();
      if (numbers.length === 0) {
        numbers = await history.takeOrderNumbers(Math.min(ORDERS_PER_TRANSACTION, orders - index));
      }
      const random = new Random(seed, ORDERS, index);
      await year.addOrder({ at, today, random, number: numbers.shift() ?? 0 }, past);
      index += 1;
      if (numbers.length > 0) continue;
      await year.subscriptions.add(past.users);
      yield past;
      past = newPast();
    }
  }
  yield year.subscriptions.end();
};

type Slot = Readonly<{ at: Date; today: number; random: Random; number: number }>;

/** Reads what the orders of a year depend on. */
const openYear = async (storage: Storage, { seed, orders, now, encryption }: YearSettings) => {
  const shop = await storage.shopQueries.get();
  const shopRules = await storage.shopRulesQueries.get();
  const { currency } = shopRules;
  const [rules, expiresAfter] = [TaxRules.of(shopRules), ShopRules.orderExpiryMs(shopRules)];
  const days = yearBefore(now, shop.timeZone);
  const [start, until] = [days[0]?.start ?? now, days.at(-1)?.end ?? now];
  let time = start;
  const ids = makeTypeIds({ isSystemTime: true, now: () => time });
  const assortment = await readAssortment(storage, { seed, currency, today: until });
  await createRules(storage, { currency, ids, start, end: until });
  const pricing = await readPricing(storage, { currency, rules, products: assortment.products });
  const placeOrder = makePlaceOrder({ assortment, pricing, people: new People(seed, ids), ids, expiresAfter });
  const terms = { ids, pricing, encryption, shop, shopRules, plans: await readPlans(storage, currency) };
  return {
    days,
    subscriptions: new Subscriptions({ seed, share: subscribingOf(orders), until, terms }),
    async addOrder({ at, today, random, number }: Slot, past: GrowingPast): Promise<void> {
      // ids carry the time of their order, so that their indexes grow at the end
      time = at;
      const placed = await placeOrder({ at, age: days.length - today, number, random }, past);
      const pastOrder = new PastOrder(placed.order, placed.buyer, { past, ids, expiresAfter });
      const { isAtCounter, discountUses } = placed;
      simulateOrder({ past: pastOrder, isAtCounter, random, ids, today, days, until, expiresAfter });
      pastOrder.end(discountUses);
    },
  };
};

/** The plans that anybody can subscribe to without goods or usage. */
const readPlans = async ({ planQueries, unitOfWork }: Storage, currency: Currency): Promise<readonly Plan[]> => {
  const { items } = await planQueries.list({ filter: {}, page: { limit: 100 } });
  const plans = await unitOfWork.run((tx) => Promise.all(items.map((item) => tx.plans.find(Json.parse(item).id))));
  return plans
    .filter((plan) => plan !== undefined)
    .filter(({ status, productId, usage }) => status === 'active' && productId === null && usage === null)
    .filter((plan) => plan.currency === currency)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

/** How many of the users subscribe, of one: in a large shop fewer, since their invoices are numbered in memory. */
const subscribingOf = (orders: number): number => Math.min(0.2, 0.02 + 20 / orders, 2_000 / orders);

/** The first person with an account is in every year of the seed. */
const requireUnseeded = async ({ unitOfWork }: Storage, seed: number): Promise<void> => {
  let number = 0;
  while (!personOf(seed, number).hasAccount) number += 1;
  const key = emailKey(personOf(seed, number).email);
  const found = await unitOfWork.run((tx) => tx.users.findByEmail(key));
  if (found !== undefined) throw new StartError(`The orders of seed ${seed} are already there: choose another --seed.`);
};
