import type { User } from '#core/users/user.ts';
import { DAY_MS, later } from '../calendar.ts';
import { type GrowingPast, newPast } from '../past.ts';
import { Random } from '../random.ts';
import { simulateSubscription } from './subscriber.ts';
import type { BillingTerms, SubscriptionBilling } from './subscription-billing.ts';

type Settings = Readonly<{
  seed: number;
  /** How many users subscribe, of one. */
  share: number;
  until: Date;
  terms: BillingTerms;
}>;

/** Sets the numbers of subscribers apart from those of persons, products, orders and days. */
const SUBSCRIBERS = 5;

/** The subscriptions of users, with their invoices and payments. They are collected, since invoices are numbered by time. */
export class Subscriptions {
  readonly #settings: Settings;
  readonly #past = newPast();
  #users = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Lets some of the users subscribe in the weeks after they signed up. */
  async add(users: readonly User[]): Promise<void> {
    const { seed, share, until, terms } = this.#settings;
    if (terms.plans.length === 0) return;
    for (const user of users) {
      const random = new Random(seed, SUBSCRIBERS, this.#users);
      this.#users += 1;
      if (!random.chance(share)) continue;
      const at = later(user.updatedAt, random.between(0.01, 30) * DAY_MS);
      if (later(at, DAY_MS) < until)
        await addBilling(await simulateSubscription({ user, at, random, until }, terms), this.#past);
    }
  }

  /** What was added so far, the invoices in the order of their numbers. */
  end(): GrowingPast {
    this.#past.invoices.sort((a, b) => orderOf(a) - orderOf(b) || (a.id < b.id ? -1 : 1));
    return this.#past;
  }
}

const orderOf = ({ finalizedAt, createdAt }: GrowingPast['invoices'][number]): number =>
  (finalizedAt ?? createdAt).getTime();

/** Adds a subscription, its invoices and its payments to the past. */
const addBilling = async ({ store, record }: SubscriptionBilling, past: GrowingPast): Promise<void> => {
  for (const { subscription } of store.subscriptions.values()) past.subscriptions.push(subscription);
  past.subscriptionMovements.push(...store.subscriptionMovements.values().flat());
  past.invoices.push(...store.invoices.values());
  for (const method of store.paymentMethods.values()) {
    past.paymentMethods.push(method);
    const recorded = await record.findMethod(method.id);
    if (recorded !== undefined) past.sandboxMethods.push({ ...recorded, createdAt: method.createdAt });
  }
  past.payments.push(...store.payments.values());
  past.operations.push(...store.paymentOperations.values());
  past.paymentEntries.push(...store.paymentTimelines.values().flat());
  past.movements.push(...store.movements.values());
};
