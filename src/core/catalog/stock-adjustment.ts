import type { Product, ProductId } from './product.ts';

/** So many pieces of a product to be added to its stock; taken from it where the number is negative. */
export type StockAdjustment = Readonly<{ productId: ProductId; pieces: number }>;

/** A product as a move found it and as it left it: the same object where nothing was moved. */
export type AdjustedStock = Readonly<{ before: Product; after: Product }>;
