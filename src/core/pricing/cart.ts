import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';

/** A quantity of a product that is to be priced. */
export type CartLine = Readonly<{
  /** Null for a line of an invoice, and for a custom item of an order. */
  productId: ProductId | null;
  /** The product of which it is a variant; null unless it is one. */
  parentId: ProductId | null;
  name: string;
  sku: string | null;
  unitPrice: Money;
  /** Whether the staff has set the unit price, which then stays: false if omitted. */
  isPriceSet?: boolean;
  quantity: number;
  taxCategory: string | null;
  categoryId: CategoryId | null;
  /** Of one unit; zero if unknown. */
  milligrams: bigint;
}>;

/** What an order would contain, before it is priced. All amounts are in one currency. */
export type Cart = Readonly<{
  at: Date;
  currency: Currency;
  lines: readonly CartLine[];
  shippingAddress: Address | null;
  billingAddress: Address | null;
  /** The shipping method that the buyer chose: an id of one of the provider’s shipping options. */
  shippingMethodId: string | null;
  discountCodes: readonly string[];
  /** Whether discounts without a code apply, as to orders; not to invoices. */
  takesAutomaticDiscounts: boolean;
  /** The buyer’s tax id, without spaces. */
  taxId: string | null;
  /** Whether the staff has confirmed the tax id for this cart: false if omitted. */
  taxIdConfirmed?: boolean;
  /** The user’s id, or the key of a guest’s e-mail; null for an unknown buyer. */
  customerKey: string | null;
  /** The order that is edited or the subscription that is billed, whose own uses of discounts do not count; null for a new one. */
  usedBy: Id<'ord' | 'sub'> | null;
}>;
