import type { Money } from '#core/shared/money.ts';
import type { DiscountId } from './discount.ts';
import type { Allocation, LineTax, PricedLine } from './priced-line.ts';

/** Why a discount or a shipping method does not apply: for programs, and in words that follow its name. */
export type Refusal = Readonly<{ reason: string; message: string }>;

export const refuse = (reason: string, message: string): Refusal => ({ reason, message });

/** A line of the cart, priced. */
export type QuotedItem = Readonly<{
  /** Differs from the cart’s where a reverse charge takes the tax out of a price that includes it. */
  unitPrice: Money;
  discounts: readonly Allocation[];
  tax: LineTax | null;
}>;

/** The shipping that the buyer chose. */
export type QuotedShipping = PricedLine & Readonly<{ methodId: string; name: string }>;

/** A discount of an order. Its amount is the sum of its allocations. */
export type AppliedDiscount = Readonly<{
  /** Null for a discount that is not among the shop’s discounts. */
  id: DiscountId | null;
  /** Null for an automatic discount. */
  code: string | null;
  name: string;
}>;

/** A discount that applies to a cart. */
export type QuotedDiscount = AppliedDiscount &
  Readonly<{
    /** How many orders and subscriptions of one customer may use it; null: any number. */
    maxUsesPerCustomer: number | null;
  }>;

/** Why a code does not apply. */
export type RefusedCode = Refusal & Readonly<{ code: string }>;

/** Why a discount without a code does not apply, or one whose code is not in force. */
export type RefusedDiscount = Refusal & Pick<AppliedDiscount, 'id' | 'name'>;

/** A shipping method that applies to the cart, and what it costs before discounts. */
type ShippingOption = Readonly<{ methodId: string; name: string; price: Money }>;

/** Why a shipping method does not apply to the cart. */
export type RefusedShipping = Refusal & Pick<ShippingOption, 'methodId' | 'name'>;

/** Why an order has no tax. */
export const TAX_EXEMPTIONS = ['reverse_charge'] as const;

export type TaxExemption = (typeof TAX_EXEMPTIONS)[number];

/** What an order costs: the result of pricing a cart. */
export type Quote = Readonly<{
  pricesIncludeTax: boolean;
  taxExemption: TaxExemption | null;
  /** One for each line of the cart, in its order. */
  items: readonly QuotedItem[];
  shippingLines: readonly QuotedShipping[];
  discounts: readonly QuotedDiscount[];
  refusedCodes: readonly RefusedCode[];
  /** The active automatic discounts that do not apply; omitted by a pricing that does not say. */
  refusedDiscounts?: readonly RefusedDiscount[];
  shippingOptions: readonly ShippingOption[];
  /** The active shipping methods that do not apply; omitted by a pricing that does not say. */
  refusedShipping?: readonly RefusedShipping[];
  /** Whether a buyer must choose one of the shipping options. */
  requiresShipping: boolean;
}>;
