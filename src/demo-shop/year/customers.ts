import { emailKey } from '#core/shared/email-key.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { User, type UserId } from '#core/users/user.ts';
import { type Person, personOf } from './buyers.ts';
import type { Random } from './random.ts';

/** A person who orders, and how often before. */
export type Buyer = Readonly<{
  person: Person;
  /** Null for a guest. */
  userId: UserId | null;
  /** Under which the uses of discounts are counted. */
  customerKey: string;
  earlierOrders: number;
  /** The account, if the person has just made it. */
  signedUp: User | null;
}>;

const MINUTE_MS = 60_000;

/** How many orders of a shop with some history come from people who ordered before. */
const RETURNING = 0.46;

/** How many people make an account without ordering, for each order. */
const ONLY_SIGNED_UP = 0.06;

/** The people who have ordered or signed up so far. Each is stored as a number, from which `personOf` makes the person. */
export class Customers {
  readonly #seed: number;
  readonly #ids: IdGenerator;
  readonly #userIds: (UserId | null)[] = [];
  readonly #orders: number[] = [];

  constructor(seed: number, ids: IdGenerator) {
    this.#seed = seed;
    this.#ids = ids;
  }

  /** The buyer of an order. */
  buyerAt(random: Random, at: Date): Buyer {
    const count = this.#orders.length;
    const isReturning = random.chance((RETURNING * count) / (count + 100));
    const number = isReturning ? this.#returning(random) : count;
    const person = personOf(this.#seed, number);
    const isNew = number === count;
    const signedUp = isNew && person.hasAccount ? this.#signUp(person, random, at) : null;
    if (isNew) this.#add(signedUp?.id ?? null);
    const earlierOrders = this.#orders[number] ?? 0;
    this.#orders[number] = earlierOrders + 1;
    const userId = this.#userIds[number] ?? null;
    return { person, userId, customerKey: userId ?? emailKey(person.email), earlierOrders, signedUp };
  }

  /** The account of a person who signs up without ordering; null if nobody does. */
  visitorAt(random: Random, at: Date): User | null {
    if (!random.chance(ONLY_SIGNED_UP)) return null;
    const user = this.#signUp(personOf(this.#seed, this.#orders.length), random, at);
    this.#add(user.id);
    return user;
  }

  #add(userId: UserId | null): void {
    this.#userIds.push(userId);
    this.#orders.push(0);
  }

  /** Loyal people come more often than others, and recent buyers more often than former ones. */
  #returning(random: Random): number {
    const count = this.#orders.length;
    const choose = () => Math.floor(count * random.next() ** 0.7);
    let chosen = choose();
    for (let attempt = 0; attempt < 3 && !personOf(this.#seed, chosen).isLoyal; attempt += 1) chosen = choose();
    return chosen;
  }

  #signUp({ name, email, address }: Person, random: Random, at: Date): User {
    const signedUpAt = new Date(at.getTime() - Math.floor(random.between(1, 9) * MINUTE_MS));
    const fields = { name, email, addresses: [address] };
    const user = User.create(this.#ids.next('usr'), fields, { passwordHash: null, at: signedUpAt });
    const verifiedAt = new Date(signedUpAt.getTime() + MINUTE_MS);
    return random.chance(0.8) ? User.withVerifiedEmail(user, verifiedAt) : user;
  }
}
