import type { AddressFields } from '#core/shared/address.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { User, type UserId } from '#core/users/user.ts';
import { FIRST_NAMES, LAST_NAMES, MARKETS, STREETS } from './markets.ts';
import { Random } from './random.ts';

/** A person who buys at the demo shop. */
export type Person = Readonly<{
  name: string;
  email: string;
  address: AddressFields;
  /** Whether the person orders with an account. */
  hasAccount: boolean;
  /** Whether the person is likely to come back. */
  isLoyal: boolean;
}>;

/** A person who orders. */
export type Buyer = Readonly<{
  person: Person;
  /** Null for a guest. */
  userId: UserId | null;
  isFirstOrder: boolean;
}>;

const MINUTE_MS = 60_000;

/** How many orders of a shop with some history come from people who ordered before. */
const RETURNING = 0.46;

/** How many people make an account without ordering, for each order. */
const ONLY_SIGNED_UP = 0.06;

/** Sets the numbers of persons apart from those of orders and days. */
const KEY = 1;

/** A person of a shop: the same for the same seed and number. */
export const personOf = (seed: number, number: number): Person => {
  const random = new Random(seed, KEY, number);
  const { country, state, cities } = random.weighted(MARKETS);
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const [city, pattern] = random.pick(cities);
  const name = `${first} ${last}`;
  const ascii = `${first}.${last}`.normalize('NFD').replace(/[^a-z.]/gi, '');
  return {
    name,
    email: `${ascii.toLowerCase()}.${seed}-${number}@example.com`,
    address: {
      ...{ name, city, state, country },
      line1: `${random.pick(STREETS)} ${random.integer(1, 120)}`,
      postal_code: pattern.replaceAll('#', () => String(random.integer(0, 9))),
    },
    hasAccount: random.chance(0.55),
    isLoyal: random.chance(0.2),
  };
};

/** The people who have ordered or signed up so far. Each is stored as a number, from which `personOf` makes the person. */
export class People {
  readonly #seed: number;
  readonly #ids: IdGenerator;
  /** The accounts of all; null for guests. */
  readonly #userIds: (UserId | null)[] = [];
  readonly #haveOrdered = new Set<number>();

  constructor(seed: number, ids: IdGenerator) {
    this.#seed = seed;
    this.#ids = ids;
  }

  /** The buyer of an order; who makes an account for it is added to the users. */
  buyerAt(random: Random, at: Date, users: User[]): Buyer {
    const count = this.#userIds.length;
    const number = random.chance((RETURNING * count) / (count + 100)) ? this.#returning(random) : count;
    const person = personOf(this.#seed, number);
    if (number === count) this.#userIds.push(person.hasAccount ? this.#signUp(person, random, at, users) : null);
    const isFirstOrder = !this.#haveOrdered.has(number);
    this.#haveOrdered.add(number);
    return { person, userId: this.#userIds[number] ?? null, isFirstOrder };
  }

  /** Some sign up without ordering. */
  visitAt(random: Random, at: Date, users: User[]): void {
    if (!random.chance(ONLY_SIGNED_UP)) return;
    this.#userIds.push(this.#signUp(personOf(this.#seed, this.#userIds.length), random, at, users));
  }

  /** Loyal people come more often than others, and recent buyers more often than former ones. */
  #returning(random: Random): number {
    const choose = () => Math.floor(this.#userIds.length * random.next() ** 0.7);
    let chosen = choose();
    for (let attempt = 0; attempt < 3 && !personOf(this.#seed, chosen).isLoyal; attempt += 1) chosen = choose();
    return chosen;
  }

  #signUp({ name, email, address }: Person, random: Random, orderedAt: Date, users: User[]): UserId {
    const at = new Date(orderedAt.getTime() - Math.floor(random.between(2, 9) * MINUTE_MS));
    const fields = { name, email, addresses: [address] };
    const user = User.create(this.#ids.next('usr'), fields, { passwordHash: null, at });
    const verifiedAt = new Date(at.getTime() + MINUTE_MS);
    users.push(random.chance(0.8) ? User.withVerifiedEmail(user, verifiedAt) : user);
    return user.id;
  }
}
