// Why: docs/decisions/0060-tax-numbers.md

import type { TaxIdExemption } from '#core/shop/rules.ts';
import type { Cart } from './cart.ts';
import type { OrderPricing, TaxIdValidator } from './ports.ts';

type Deps = Readonly<{
  mode: () => Promise<TaxIdExemption>;
  /** Whether the staff has confirmed the tax id of a customer, by the user's id or the key of a guest's e-mail. */
  isConfirmed: (customerKey: string, taxId: string) => Promise<boolean>;
  validator: TaxIdValidator;
}>;

/** A pricing that sees only tax ids that may exempt: what it does not see, it cannot exempt, whichever pricing it is. */
export const withTaxIdExemption = (pricing: OrderPricing, deps: Deps): OrderPricing => ({
  quote: async ({ taxIdConfirmed = false, ...cart }, rules) => {
    const exempts = cart.taxId !== null && (await isExempting(deps, { ...cart, taxIdConfirmed, taxId: cart.taxId }));
    return pricing.quote(exempts ? cart : { ...cart, taxId: null }, rules);
  },
});

type TaxedCart = Pick<Cart, 'customerKey'> & Readonly<{ taxId: string; taxIdConfirmed: boolean }>;

const isExempting = async (
  { mode: modeOf, isConfirmed, validator }: Deps,
  { customerKey, taxId, taxIdConfirmed }: TaxedCart,
): Promise<boolean> => {
  const mode = await modeOf();
  if (mode === 'off') return false;
  if (taxIdConfirmed || (customerKey !== null && (await isConfirmed(customerKey, taxId)))) return true;
  return mode === 'checked' && validator.isValid(taxId);
};
