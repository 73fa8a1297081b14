import { setImmediate as nextIteration } from 'node:timers/promises';
import { addPastRecord } from '#adapters/payment-gateways/sandbox/past-record.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { PostgresHistory } from '#adapters/postgres/seeding/history.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { StartError } from '#composition/start-error.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { TextEncryption } from '#core/shared/text-encryption.ts';
import type { Storage } from '#core/storage.ts';
import type { DunningSchedule } from '#core/subscriptions/dunning.ts';
import { readAssortment } from './assortment.ts';
import { personOf } from './buyers.ts';
import { yearBefore } from './calendar.ts';
import { Customers } from './customers.ts';
import { type GrowingPast, newPast } from './past.ts';
import { makePlaceOrder } from './place-orders.ts';
import { planOrders } from './plan.ts';
import { readPricing } from './pricing.ts';
import { Random } from './random.ts';
import { createRules } from './rules.ts';
import { simulateOrder } from './simulate-order.ts';
import { readPlans } from './subscriptions/plans.ts';
import { Subscriptions } from './subscriptions/subscriptions.ts';

/** What a year of business depends on. */
export type YearSettings = Readonly<{
  seed: number;
  /** How many orders are placed. */
  orders: number;
  currency: Currency;
  rules: TaxRules;
  /** The payment deadline in milliseconds. */
  expiresAfter: number;
  /** When failed payments of subscriptions are tried again. */
  dunningSchedule: DunningSchedule;
  /** Of the references of saved payment methods. */
  encryption: TextEncryption;
  now: Date;
}>;

type Stored = Readonly<{ storage: Storage; database: Database }>;

/** Called after each part with the numbers of orders and of rows that were written so far. */
type OnProgress = (orders: number, rows: number) => void;

/** Enough for speed; larger parts outlive the garbage collector's young generation, and cost it much more. */
const ORDERS_PER_TRANSACTION = 250;

/** Written while the next part is made: PostgreSQL takes longer for a part than its making. */
const CONCURRENT_TRANSACTIONS = 2;

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
  const write = async (past: GrowingPast): Promise<number> => {
    const [count] = await Promise.all([history.write(past), addPastRecord(database.pool, past)]);
    return count;
  };
  const writing: Promise<number>[] = [];
  let orders = 0;
  let rows = 0;
  const settle = async (most: number): Promise<void> => {
    while (writing.length > most) rows += (await writing.shift()) ?? 0;
    onProgress(orders, rows);
  };
  for await (const past of yearOf({ storage, history }, settings)) {
    await settle(CONCURRENT_TRANSACTIONS - 1);
    const written = write(past);
    // until it is awaited, a failure must not count as unhandled
    written.catch(() => {});
    writing.push(written);
    orders += past.orders.length;
  }
  await settle(0);
};

type Sources = Readonly<{ storage: Storage; history: Pick<PostgresHistory, 'takeOrderNumbers'> }>;

/** Makes a year in parts, the oldest first. */
export const yearOf = async function* (
  { storage, history }: Sources,
  settings: YearSettings,
): AsyncGenerator<GrowingPast> {
  const { seed, orders, currency, rules, expiresAfter, now } = settings;
  const shop = await storage.shopQueries.get();
  const days = yearBefore(now, shop.timeZone);
  const [start, until] = [days[0]?.start ?? now, days.at(-1)?.end ?? now];
  let time = start;
  const ids = makeTypeIds({ isSystemTime: true, now: () => time });
  const assortment = await readAssortment(storage, { seed, currency, today: until });
  await createRules(storage, { currency, ids, year: { start, end: until } });
  const pricing = await readPricing(storage, { currency, rules, products: assortment.products });
  const placeOrder = makePlaceOrder({ assortment, pricing, customers: new Customers(seed, ids), ids, expiresAfter });
  const plans = await readPlans(storage, { currency, ids, at: start });
  const { encryption, dunningSchedule: schedule } = settings;
  const terms = { ids, pricing, encryption, schedule, shop, plans };
  const subscriptions = new Subscriptions({ seed, share: subscribingOf(orders), until, terms });
  for (const part of planOrders(days, { seed, orders, size: ORDERS_PER_TRANSACTION })) {
    const numbers = await history.takeOrderNumbers(part.length);
    const past = newPast();
    for (const [position, { index, today, at }] of part.entries()) {
      if (position % ORDERS_PER_ITERATION === 0) await nextIteration();
      // ids carry the time of their order, so that their indexes grow at the end
      time = at;
      const random = new Random(seed, ORDERS, index);
      const planned = { at, age: days.length - today, number: numbers[position] ?? 0, random };
      const placed = await placeOrder(planned, past);
      simulateOrder({ ...placed, random, today, days, until, expiresAfter });
      placed.record.addTo(past);
    }
    await subscriptions.add(past.users);
    yield past;
  }
  yield subscriptions.end();
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
