import type { Category } from '#core/catalog/category.ts';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { Transaction } from '#core/storage.ts';
import { aCategory, aProduct, changed, noonPlus } from './builders.ts';

/** Names in the order of the Unicode root collation, in which accents and case only decide between equal letters. */
export const NAMES_IN_ORDER = [
  '',
  '😀',
  'a',
  '\uFF21',
  '𝒜',
  'a b',
  'a-b',
  'ab',
  'b',
  'B',
  'e',
  'e\u0301',
  'é',
  'm',
  'z',
  'Z',
  '日本',
  '\uE000',
  '\u{10FFFF}',
];

const NAMES = ['b', 'a', 'B', 'Z', 'é', 'e\u0301', 'z', '\uFF21', '𝒜', '😀', 'a b', 'a-b', 'ab', 'e', '日本', '\uE000'];

const PRICES: readonly [number, string][] = [
  [19.99, 'USD'],
  [20, 'USD'],
  [20, 'JPY'],
  [20, 'EUR'],
  [20.0001, 'CLF'],
  [9.5, 'EUR'],
  [100, 'JPY'],
  [0, 'USD'],
  [999_999_999_999.99, 'USD'],
  [1000, 'JPY'],
];

const STATUSES = ['active', 'active', 'draft', 'active', 'archived'] as const;
const STOCKS = [null, 0, 3];
const COLOURS = ['blue', 'red', '"quoted" \\'];

const VENDORS = ['Casa Linho', 'Ålesund', 'casa  LINHO'];
const TAGS = ['Sale', 'New in', '"quoted" \\', 'Größe'];

const fieldsAt = (index: number, category: Category | undefined): ProductFields => {
  const [price = 0, currency = ''] = PRICES[index % PRICES.length] ?? [];
  const colour = COLOURS[index % 4];
  return {
    name: `${NAMES[index % NAMES.length]}`,
    price,
    currency,
    category: category?.name ?? null,
    sku: index % 3 === 0 ? `SKU-${index}` : null,
    vendor: VENDORS[index % 5] ?? null,
    tags: TAGS.slice(index % 4, (index % 4) + (index % 3)),
    status: STATUSES[index % STATUSES.length] ?? 'active',
    stock: STOCKS[index % STOCKS.length] ?? null,
    attributes: { ...(colour === undefined ? {} : { colour }), ...(index % 3 ? { size: 'M' } : {}) },
    metadata: { place: String(index) },
  };
};

/**
 * Fifty products that differ in everything that lists filter and sort by, with ties, updates, and three categories or
 * none.
 */
export const addListedProducts = async (tx: Transaction): Promise<Product[]> => {
  const categories: (Category | undefined)[] = [undefined];
  for (const label of ['Shirts', 'Hüte', 'shoes']) categories.push(await tx.categories.ensure(aCategory(label)));
  const products: Product[] = [];
  for (let index = 0; index < 50; index += 1) {
    const category = categories[index % categories.length];
    const at = noonPlus((index * 7) % 20);
    const made = aProduct(fieldsAt(index, category), { category: category ?? null, at });
    await tx.products.add(made);
    const product = index % 4 === 0 ? changed(made, {}, { at: noonPlus(100 + (index % 3)) }) : made;
    if (product !== made) await tx.products.save(product);
    products.push(product);
  }
  return products;
};
