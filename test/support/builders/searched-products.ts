import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { Transaction } from '#core/storage.ts';
import { aCategory, aProduct, noonPlus } from './builders.ts';

/** Twelve short words: many are one edit apart, or the beginning of another. */
const WORDS = ['lamp', 'lamps', 'lmap', 'clamp', 'damp', 'oak', 'oaken', 'soak', 'table', 'tables', 'cable', 'a1'];

const COLOURS = ['table', 'oak', 'teal'];

/** A random number below a limit, the same in each run. */
export const makePicks = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
};

/** Some of the words, separated by spaces. */
export const someWords = (pick: (limit: number) => number, most: number): string =>
  Array.from({ length: 1 + pick(most) }, () => WORDS[pick(WORDS.length)]).join(' ');

/** Products of few words, which appear in all fields. */
export const addSearchedProducts = async (tx: Transaction, count: number): Promise<Product[]> => {
  const pick = makePicks(20_261_210);
  const categories = [
    undefined,
    await tx.categories.ensure(aCategory('Oak lamps')),
    await tx.categories.ensure(aCategory('Tables')),
  ];
  const products: Product[] = [];
  for (let index = 0; index < count; index += 1) {
    const category = categories[pick(3)] ?? null;
    const fields: Partial<ProductFields> = {
      name: someWords(pick, 3),
      description: pick(2) === 0 ? someWords(pick, 4) : null,
      sku: pick(3) === 0 ? `${someWords(pick, 1)}-${index}` : null,
      attributes: {
        ...(pick(2) === 0 ? { colour: COLOURS[pick(3)] ?? '' } : {}),
        ...(pick(3) === 0 ? { wood: COLOURS[pick(2)] ?? '' } : {}),
      },
      status: pick(4) === 0 ? 'draft' : 'active',
      price: pick(5),
    };
    const product = aProduct(fields, { category, at: noonPlus(pick(10)) });
    await tx.products.add(product);
    products.push(product);
  }
  return products;
};
