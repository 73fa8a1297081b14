import { shippingErrors } from '#core/orders/price-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { CartContents, type CartPatch } from '../cart-contents.ts';
import { type PriceContents, type PricedContents, requireSellable } from '../price-contents.ts';
import { isGuest } from './cart-access.ts';

type Deps = Readonly<{ priceContents: PriceContents }>;

type Writing = Readonly<{ actor: Actor; userId: Id<'usr'> | null; written: CartPatch }>;

/**
 * Prices contents that a caller writes.
 * @returns them, and what was priced, with the prices that the caller now sees.
 * @throws DomainError `unknown_reference` for written items that cannot be ordered, `validation_failed` for a written
 * shipping method or tax id that does not apply, and for written discount codes where nothing can be priced.
 */
export const priceWritten = async (
  { priceContents }: Deps,
  contents: CartContents,
  { actor, userId, written }: Writing,
): Promise<Readonly<{ contents: CartContents; priced: PricedContents }>> => {
  const priced = await priceContents(contents, { userId, isGuest: isGuest(actor, userId) });
  if (written.items !== undefined) requireSellable(priced);
  if ((written.tax_id ?? null) !== null && priced.errors.length > 0) throw invalid(priced.errors);
  if ((written.shipping_method_id ?? null) !== null && priced.priced !== undefined) {
    const errors = shippingErrors(priced.priced, false);
    if (errors.length > 0) throw invalid(errors);
  }
  // each code is tried, and counted as a guess, by the request that writes it
  if (priced.priced === undefined && (written.discount_codes ?? []).length > 0)
    throw priced.errors.length > 0 ? invalid(priced.errors) : untried();
  const products = priced.items.flatMap(({ product }) => product ?? []);
  const seen = CartContents.withSeenPrices(contents, products);
  const items = priced.items.map((item, index) => ({ ...item, seenPrice: seen.items[index]?.seenPrice ?? null }));
  return { contents: seen, priced: { ...priced, items } };
};

const untried = (): DomainError =>
  invalid([
    { path: ['discount_codes'], code: 'any.unknown', message: 'must be omitted until there are items to price' },
  ]);
