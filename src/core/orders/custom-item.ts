// Why: docs/decisions/0077-custom-items-and-set-prices.md

import type { Product, ProductId } from '#core/catalog/product.ts';

/** What pricing and items say of what is sold. */
type Sold =
  | 'parentId'
  | 'name'
  | 'sku'
  | 'media'
  | 'options'
  | 'category'
  | 'withdrawalExemption'
  | 'taxCategory'
  | 'weight'
  | 'weightUnit';

/** What the staff sells that is no product, such as an engraving: without stock, weight and category. */
export type CustomItem = Readonly<{ id: null; slug: null }> & Pick<Product, Sold>;

/** What is sold. */
export type Goods = Product | CustomItem;

export const CustomItem = {
  of: ({ name, taxCategory }: Pick<CustomItem, 'name' | 'taxCategory'>): CustomItem => ({
    id: null,
    parentId: null,
    name,
    sku: null,
    slug: null,
    media: [],
    options: {},
    category: null,
    withdrawalExemption: null,
    taxCategory,
    weight: null,
    weightUnit: 'g',
  }),
};

/** Whether an item is no product. */
export const isCustom = ({ productId }: Readonly<{ productId: ProductId | null }>): boolean => productId === null;
