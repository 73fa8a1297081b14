import { Currency } from '#core/shared/currency.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';

/** The currency of a price without one: that of the parent, or the shop's, which is read only where it is needed. */
export const defaultCurrency = async (
  tx: RulesTx,
  parent: Product | null,
  { currency }: Pick<ProductFields, 'currency'>,
): Promise<Currency> => {
  if (parent !== null) return parent.price.currency;
  if (currency !== undefined && Currency.is(currency)) return currency;
  return (await tx.shopRules.read()).currency;
};
