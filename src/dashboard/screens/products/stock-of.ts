import type { Schemas } from '../../api/request.ts';

/** The stock of a product, or of the variants that are sold instead of it; null where none is tracked. */
export const stockOf = ({
  stock = null,
  variants = [],
}: Pick<Schemas['Product'], 'stock' | 'variants'>): number | null => {
  if (variants.length === 0) return stock;
  const tracked = variants.map((variant) => variant.stock).filter((each) => typeof each === 'number');
  return tracked.length === 0 ? null : tracked.reduce((sum, each) => sum + each, 0);
};
