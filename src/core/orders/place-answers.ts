import type { Cart } from '#core/pricing/cart.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { Quote, QuotedItem, TaxExemption } from '#core/pricing/quote.ts';
import type { AppliedRate, TaxRules } from '#core/pricing/taxes.ts';
import { EditedLine } from './edited-lines.ts';

/** Where an order is taxed and shipped to, and the buyer’s tax id. */
export type Place = Pick<Cart, 'shippingAddress' | 'billingAddress' | 'taxId' | 'taxIdConfirmed'>;

/** What today’s tables say of lines at a place, at the prices that a consumer sees. */
export type PlaceAnswers = Readonly<{
  exemption: TaxExemption | null;
  /** Of each line. */
  items: readonly QuotedItem[];
  quote: Quote;
}>;

/** What today’s tables say of an order at the former place and at the new one. */
export type Move = Readonly<{ from: PlaceAnswers; to: PlaceAnswers }>;

type Deps = Readonly<{ pricing: OrderPricing; rules: TaxRules }>;

export const answersAt = async (
  { pricing, rules }: Deps,
  { cart, lines, place }: Readonly<{ cart: Cart; lines: readonly EditedLine[]; place: Place }>,
): Promise<PlaceAnswers> => {
  const priced: Cart = {
    ...{ ...cart, ...place },
    lines: lines.map(EditedLine.discountedUnit),
    discountCodes: [],
    takesAutomaticDiscounts: false,
    taxId: null,
  };
  const [quote, taxed] = await Promise.all([
    pricing.quote(priced, rules),
    place.taxId === null ? undefined : pricing.quote({ ...priced, taxId: place.taxId }, rules),
  ]);
  return { exemption: (taxed ?? quote).taxExemption, items: quote.items, quote };
};

const addressPart = (address: Cart['shippingAddress']): readonly unknown[] =>
  address === null ? [] : [address.country, address.state, address.postal_code];

/** Whether two places may be taxed or shipped to differently. */
export const isSamePlace = (one: Place, other: Place): boolean => {
  const [a, b] = [one, other].map(({ shippingAddress, billingAddress, taxId, taxIdConfirmed = false }) =>
    JSON.stringify([addressPart(shippingAddress), addressPart(billingAddress), taxId, taxIdConfirmed]),
  );
  return a === b;
};

/** The rate after a move: the agreed one, unless today’s tables tell the two places apart. */
export const rateAfter = (
  agreed: AppliedRate | undefined,
  { from, to }: Readonly<{ from: AppliedRate | null | undefined; to: AppliedRate | null | undefined }>,
): AppliedRate | undefined => (from?.rate === to?.rate && from?.name === to?.name ? agreed : (to ?? undefined));
