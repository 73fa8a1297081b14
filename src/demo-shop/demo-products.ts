import type { Faker } from '@faker-js/faker';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { Currency } from '#core/shared/currency.ts';
import { type Assortment, DEPARTMENTS, type Department } from './departments.ts';

/** A product of the demo shop, with its variants and what happened to it. */
export type DemoProduct = Readonly<{
  /** The names of its department and of the category below. */
  path: readonly [department: string, category: string];
  fields: ProductFields;
  /** Without parent and options: those of a single product. */
  variants: readonly ProductFields[];
  /** How many days ago it was created. */
  age: number;
  /** Its price is reduced to this share, some days ago; undefined if it is not reduced. */
  reduction: Readonly<{ factor: number; age: number }> | undefined;
}>;

type Context = Readonly<{ faker: Faker; seed: number; currency: Currency }>;

/** The products of a demo shop: the same for the same seed. */
export const demoProducts = (context: Context, count: number): DemoProduct[] => {
  const offers = DEPARTMENTS.flatMap((department) =>
    department.assortments.map((assortment) => ({ department, assortment })),
  );
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const { department, assortment } = offers[index % offers.length] ?? context.faker.helpers.arrayElement(offers);
    return demoProduct(context, { department, assortment, number: index + 1, names });
  });
};

type Place = Readonly<{ department: Department; assortment: Assortment; number: number; names: Set<string> }>;

const demoProduct = (context: Context, { department, assortment, number, names }: Place): DemoProduct => {
  const { faker, seed } = context;
  const { name, material, noun } = uniqueName(faker, assortment, names);
  const sku = `DEMO${seed}-${String(number).padStart(4, '0')}`;
  const whole = faker.number.int({ min: assortment.price[0], max: assortment.price[1] });
  const common = {
    currency: context.currency,
    price: niceAmount(whole, context.currency),
    tax_category: department.taxCategory,
    weight: faker.number.int({ min: assortment.weight[0], max: assortment.weight[1] }),
    attributes: { material },
  };
  const combinations = chosenOptions(faker, assortment.options);
  const stock = combinations.length === 0 ? stockOf(faker) : {};
  return {
    path: [department.name, assortment.category],
    fields: {
      ...common,
      ...stock,
      name,
      sku,
      description: describe(faker, noun, material),
      status: statusOf(faker, number),
    },
    variants: combinations.map((options, index) => ({
      ...common,
      ...stockOf(faker),
      name: `${name}, ${Object.values(options).join(', ')}`,
      sku: `${sku}-${index + 1}`,
      attributes: { ...common.attributes, ...options },
      options,
    })),
    age: faker.number.int({ min: 40, max: 400 }),
    reduction: faker.datatype.boolean(0.2)
      ? { factor: faker.helpers.arrayElement([0.5, 0.7, 0.75, 0.8]), age: faker.number.int({ min: 1, max: 20 }) }
      : undefined,
  };
};

/** A name that no other product has: a line, a material and what it is. */
const uniqueName = (faker: Faker, { nouns, materials }: Assortment, names: Set<string>) => {
  for (;;) {
    const material = faker.helpers.arrayElement(materials);
    const noun = faker.helpers.arrayElement(nouns);
    const name = `${faker.person.firstName()} ${material} ${noun}`;
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
const statusOf = (faker: Faker, number: number): ProductFields['status'] & string => {
  if (number <= 20) return 'active';
  return faker.helpers.weightedArrayElement([
    { value: 'active', weight: 93 },
    { value: 'draft', weight: 4 },
    { value: 'archived', weight: 3 },
  ] as const);
};

/** What a product that is sold has: some are sold out, some nearly. */
const stockOf = (faker: Faker) => ({
  stock: faker.helpers.weightedArrayElement([
    { value: 0, weight: 8 },
    { value: faker.number.int({ min: 1, max: 4 }), weight: 14 },
    { value: faker.number.int({ min: 5, max: 80 }), weight: 78 },
  ]),
  low_stock_threshold: 4,
  barcode: ean13(faker.string.numeric(12)),
});

/** Twelve digits with their check digit. */
const ean13 = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
};

/** Some combinations of option values; none for an assortment without options. */
const chosenOptions = (faker: Faker, options: Assortment['options']): Record<string, string>[] =>
  Object.entries(options).reduce<Record<string, string>[]>((combinations, [name, values]) => {
    const chosen = faker.helpers.arrayElements(values, { min: 2, max: 3 });
    const ordered = values.filter((value) => chosen.includes(value));
    const bases = combinations.length === 0 ? [{}] : combinations;
    return bases.flatMap((base) => ordered.map((value) => ({ ...base, [name]: value })));
  }, []);

const describe = (faker: Faker, noun: string, material: string): string => {
  const place = faker.location.city();
  const opening = faker.helpers.arrayElement([
    `A ${noun} made of ${material} in a small workshop in ${place}.`,
    `This ${material} ${noun} was designed in ${place} to last for years.`,
    `Made of ${material}: a ${noun} that goes with what you already have.`,
  ]);
  const care = faker.helpers.arrayElement([
    'Gets better with age.',
    'Every part can be replaced.',
    'Comes in a box of recycled paper.',
    'Clean it with a damp cloth.',
  ]);
  return `${opening} ${care}`;
};
