import type { AddressFields } from '#core/shared/address.ts';
import { FIRST_NAMES, LAST_NAMES, MARKETS, type Market, STREETS } from './markets.ts';
import { Random } from './random.ts';

/** A person who buys at the demo shop. */
export type Person = Readonly<{
  name: string;
  email: string;
  address: AddressFields;
  market: Market;
  /** Whether the person orders with an account. */
  hasAccount: boolean;
  /** Whether the person is likely to come back. */
  isLoyal: boolean;
}>;

const SHARES = MARKETS.map((market) => [market.share, market] as const);

/** Sets the numbers of persons apart from those of orders and days. */
const PERSONS = 1;

/** A person of a shop: the same for the same seed and number. */
export const personOf = (seed: number, number: number): Person => {
  const random = new Random(seed, PERSONS, number);
  const market = random.weighted(SHARES);
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const name = `${first} ${last}`;
  return {
    name,
    email: `${asciiOf(`${first}.${last}`)}.${seed}-${number}@example.com`,
    address: addressIn(market, name, random),
    market,
    hasAccount: random.chance(0.55),
    isLoyal: random.chance(0.2),
  };
};

const asciiOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z.]/gi, '')
    .toLowerCase();

const addressIn = ({ country, state, cities, digits }: Market, name: string, random: Random): AddressFields => {
  const [city, prefix] = random.pick(cities);
  const rest = String(random.integer(0, 10 ** digits - 1)).padStart(digits, '0');
  const postalCode = country === 'GB' ? `${prefix}${rest}AB` : country === 'NL' ? `${prefix}${rest} AB` : prefix + rest;
  const line1 = `${random.pick(STREETS)} ${random.integer(1, 120)}`;
  return { name, line1, city, state, postal_code: postalCode, country };
};
