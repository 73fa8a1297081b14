import type { ProductFields } from '#core/catalog/product-fields.ts';
import { Currency } from '#core/shared/currency.ts';
import { type Assortment, DEPARTMENTS, type Department } from './departments.ts';
import { FIRST_NAMES, MARKETS } from './year/markets.ts';
import { Random } from './year/random.ts';

/** A product of the demo shop, with its variants and what happened to it. */
export type DemoProduct = Readonly<{
  /** The names of its department and of the category below. */
  path: readonly [department: string, category: string];
  /** What it is, such as `midi dress`. */
  noun: string;
  fields: ProductFields;
  /** Without the parent, from which they have the rest; none for a single product. */
  variants: readonly ProductFields[];
  /** How many days ago it was created. */
  age: number;
  /** Its price is reduced to this share, some days ago; undefined if it is not reduced. */
  reduction: Readonly<{ factor: number; age: number }> | undefined;
}>;

type Context = Readonly<{ random: Random; seed: number; currency: Currency }>;

/** The products of a demo shop: the same for the same seed. */
export const demoProducts = ({ seed, currency }: Omit<Context, 'random'>, count: number): DemoProduct[] => {
  const context = { random: new Random(seed), seed, currency };
  const offers = DEPARTMENTS.flatMap((department) =>
    department.assortments.map((assortment) => ({ department, assortment })),
  );
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const { department, assortment } = offers[index % offers.length] ?? context.random.pick(offers);
    return demoProduct(context, { department, assortment, number: index + 1, names });
  });
};

type Place = Readonly<{ department: Department; assortment: Assortment; number: number; names: Set<string> }>;

const demoProduct = (context: Context, { department, assortment, number, names }: Place): DemoProduct => {
  const { random, seed } = context;
  const { name, material, noun } = uniqueName(random, assortment, names);
  const sku = `DEMO${seed}-${String(number).padStart(4, '0')}`;
  const whole = random.integer(...assortment.price);
  const common = {
    currency: context.currency,
    price: niceAmount(whole, context.currency),
    attributes: { material },
  };
  const weight = random.integer(...assortment.weight);
  const combinations = chosenOptions(random, assortment.options);
  const stock = combinations.length === 0 ? stockOf(random) : {};
  return {
    path: [department.name, assortment.category],
    noun,
    fields: {
      ...common,
      ...stock,
      name,
      tax_category: department.taxCategory,
      weight,
      sku,
      description: describe(random, noun, material),
      status: statusOf(random, number),
    },
    variants: combinations.map((options, index) => ({
      ...common,
      ...stockOf(random),
      name: `${name}, ${Object.values(options).join(', ')}`,
      sku: `${sku}-${index + 1}`,
      attributes: { ...common.attributes, ...options },
      options,
    })),
    age: random.integer(40, 400),
    reduction: random.chance(0.2)
      ? { factor: random.pick([0.5, 0.7, 0.75, 0.8]), age: random.integer(1, 20) }
      : undefined,
  };
};

/** A name that no other product has: a line, a material and what it is. */
const uniqueName = (random: Random, { nouns, materials }: Assortment, names: Set<string>) => {
  for (;;) {
    const [material, noun] = [random.pick(materials), random.pick(nouns)];
    const name = `${random.pick(FIRST_NAMES)} ${material} ${noun}`;
    if (names.has(name)) continue;
    names.add(name);
    return { name, material, noun };
  }
};

/** A price as shops write them: 49.90, or 4900 in a currency without decimals. */
const niceAmount = (whole: number, currency: Currency): number =>
  Currency.exponent(currency) === 0 ? whole * 100 : whole + 0.9;

/** A price after a reduction. */
export const reducedAmount = (price: number, factor: number, currency: Currency): number =>
  niceAmount(Math.max(1, Math.floor((Currency.exponent(currency) === 0 ? price / 100 : price) * factor)), currency);

/** Most products are on sale, some in preparation or no longer sold; the first ones always are. */
const statusOf = (random: Random, number: number): ProductFields['status'] & string =>
  number <= 20
    ? 'active'
    : random.weighted([
        [93, 'active'],
        [4, 'draft'],
        [3, 'archived'],
      ]);

/** What a product that is sold has: some are sold out, some nearly. */
const stockOf = (random: Random) => ({
  stock: random.weighted([
    [8, 0],
    [14, random.integer(1, 4)],
    [78, random.integer(5, 80)],
  ]),
  low_stock_threshold: 4,
  barcode: ean13(String(random.integer(0, 999_999_999_999)).padStart(12, '0')),
});

/** Twelve digits with their check digit. */
const ean13 = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
};

/** Some combinations of option values; none for an assortment without options. */
const chosenOptions = (random: Random, options: Assortment['options']): Record<string, string>[] =>
  Object.entries(options).reduce<Record<string, string>[]>((combinations, [name, values]) => {
    const count = random.integer(2, 3);
    const first = random.integer(0, values.length - count);
    const bases = combinations.length === 0 ? [{}] : combinations;
    return bases.flatMap((base) => values.slice(first, first + count).map((value) => ({ ...base, [name]: value })));
  }, []);

const describe = (random: Random, noun: string, material: string): string => {
  const [place] = random.pick(random.weighted(MARKETS).cities);
  const opening = random.pick([
    `A ${noun} made of ${material} in a small workshop in ${place}.`,
    `This ${material} ${noun} was designed in ${place} to last for years.`,
    `Made of ${material}: a ${noun} that goes with what you already have.`,
  ]);
  const care = random.pick([
    'Gets better with age.',
    'Every part can be replaced.',
    'Comes in a box of recycled paper.',
    'Clean it with a damp cloth.',
  ]);
  return `${opening} ${care}`;
};
