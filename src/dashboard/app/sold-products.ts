import type { Schemas } from '../api/request.ts';

/** A product that can be ordered, or a variant with the name of its product. */
export type SoldProduct = Pick<
  Schemas['Product'],
  'id' | 'name' | 'options' | 'sku' | 'price' | 'currency' | 'images'
> &
  Partial<Pick<Schemas['Product'], 'stock' | 'status'>>;

/**
 * What is sold of the products that a search has found: a product with variants is sold as these. The one whose SKU was
 * searched for comes alone.
 */
export const soldProducts = (found: readonly Schemas['Product'][], text: string): readonly SoldProduct[] => {
  const sold = found.flatMap((product): SoldProduct[] => {
    const { variants = [], name, currency, images } = product;
    return variants.length > 0 ? variants.map((variant) => ({ ...variant, name, currency, images })) : [product];
  });
  const bySku = sold.filter(({ sku }) => sku?.toLowerCase() === text.toLowerCase());
  return bySku.length > 0 ? bySku : sold;
};
