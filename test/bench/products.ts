import type { ProductFields } from '#core/catalog/product-fields.ts';

/** Pseudo-random numbers, the same for the same seed. */
export type Random = Readonly<{
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True with this probability in percent. */
  percent(chance: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}>;

/** Mulberry32. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  return {
    below,
    percent: (chance) => below(100) < chance,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
};

export const MATERIALS = [
  'Linen',
  'Cotton',
  'Wool',
  'Oak',
  'Steel',
  'Glass',
  'Leather',
  'Cork',
  'Silk',
  'Clay',
] as const;
const COLOURS = ['blue', 'navy', 'red', 'green', 'white', 'black', 'ochre', 'grey'] as const;
const SIZES = ['XS', 'S', 'M', 'L', 'XL'] as const;
export const THINGS = [
  'shirt',
  'lamp',
  'chair',
  'bowl',
  'scarf',
  'table',
  'bag',
  'vase',
  'coat',
  'clock',
  'rug',
] as const;
const SENTENCES = [
  'Made in small numbers by people who have done it for thirty years.',
  'Washes at forty degrees and gets softer with time.',
  'The parts can be replaced one by one.',
  'Comes flat in a box of recycled paper.',
  'Goes well with what you already have.',
] as const;

const CATEGORIES = 20;

/** A category's label. */
export const makeCategory = (random: Random): string => `Category ${1 + random.below(CATEGORIES)}`;

/** The label above a category's, in a tree of three levels with two categories at the top. */
export const labelAbove = (label: string): string | undefined => {
  const number = Number(label.split(' ')[1]);
  return number <= 2 ? undefined : `Category ${Math.ceil((number - 2) / 4)}`;
};

/** A product as varied as a shop's; `number` makes its name and sku unique. */
export const makeProduct = (random: Random, number: number | string): ProductFields => {
  const [material, colour, thing] = [random.pick(MATERIALS), random.pick(COLOURS), random.pick(THINGS)];
  const currency = random.percent(85) ? 'USD' : random.percent(70) ? 'EUR' : 'JPY';
  const sentences = Array.from({ length: random.below(5) }, () => random.pick(SENTENCES));
  const images = Array.from({ length: random.below(4) }, (_, index) => `https://example.com/${number}/${index}.jpg`);
  const price = 100 + random.below(49_900);
  return {
    name: `${material} ${thing} ${number}`,
    price: currency === 'JPY' ? price : price / 100,
    currency,
    description: sentences.length === 0 ? null : sentences.join(' '),
    category: makeCategory(random),
    sku: random.percent(70) ? `SKU-${number}` : null,
    status: random.percent(90) ? 'active' : random.percent(70) ? 'draft' : 'archived',
    stock: random.percent(20) ? null : random.percent(7) ? 0 : 1 + random.below(500),
    images,
    attributes: { colour, material, ...(random.percent(50) ? { size: random.pick(SIZES) } : {}) },
    metadata: random.percent(30) ? { supplier: String(random.below(1_000)) } : {},
  };
};

/** The variants of a product, which differ in size and price; without their parent's id. */
export const makeVariants = (random: Random, parent: ProductFields, count: number): ProductFields[] =>
  Array.from({ length: count }, (_, index) => ({
    ...parent,
    name: `${parent.name} ${index + 1}`,
    price: Math.round(parent.price * (1 + index / 10)),
    sku: parent.sku == null ? null : `${parent.sku}-${index + 1}`,
    status: random.percent(95) ? 'active' : 'draft',
    stock: random.percent(20) ? 0 : 1 + random.below(500),
    attributes: { ...parent.attributes, size: SIZES[index % SIZES.length] ?? SIZES[0] },
    options: { size: SIZES[index % SIZES.length] ?? SIZES[0], edition: String(index) },
  }));
