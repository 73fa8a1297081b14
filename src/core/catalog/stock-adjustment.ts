import type { Product, ProductId } from './product.ts';

/** A change of a product's stock; negative to reduce it. */
export type StockAdjustment = Readonly<{ productId: ProductId; delta: number }>;

/** A product before and after an adjustment: the same object if it is unchanged. */
export type AdjustedStock = Readonly<{ before: Product; after: Product }>;
