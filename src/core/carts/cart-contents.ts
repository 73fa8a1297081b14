// Why: docs/decisions/0082-carts-and-checkouts.md

import type { Product, ProductId } from '#core/catalog/product.ts';
import type { OrderRequest } from '#core/orders/cart-of.ts';
import { type OrderDetails, settled } from '#core/orders/order-details.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import type { Address, AddressFields } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import { emailKey } from '#core/shared/mail.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';

/** A quantity of a product. */
export type CartItem = Readonly<{
  productId: ProductId;
  quantity: number;
  /** What a unit cost when the buyer chose it; null until it is priced for the first time. */
  seenPrice: Money | null;
}>;

/** What a buyer wants to order, and where to: all of an order but its prices. */
export type CartContents = Readonly<{
  /** Each product once. */
  items: readonly CartItem[];
  /** That of the first product if null. */
  currency: Currency | null;
  /** That of the user if null. */
  email: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  shippingMethodId: string | null;
  discountCodes: readonly string[];
  taxId: string | null;
  /** From the buyer to the shop. */
  note: string | null;
  metadata: StringMap;
}>;

/** An item as the API shows it, and as a writer sends it. */
export type CartItemFields = Readonly<{ product_id: ProductId; quantity: number }>;

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type CartFields = Readonly<{
  items?: readonly CartItemFields[];
  currency?: Currency | null;
  email?: string | null;
  shipping_address?: AddressFields | null;
  billing_address?: AddressFields | null;
  shipping_method_id?: string | null;
  discount_codes?: readonly string[];
  tax_id?: string | null;
  note?: string | null;
  metadata?: StringMap;
}>;

/** Null resets a field to its default. */
export type CartPatch = MergePatch<CartFields>;

export const CartContents = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  of: ({ items = [], currency, discount_codes: discountCodes = [], ...fields }: CartFields): CartContents => {
    const { email, shippingAddress, billingAddress, metadata, note } = settled({
      email: fields.email ?? null,
      shipping_address: fields.shipping_address ?? null,
      billing_address: fields.billing_address ?? null,
      metadata: fields.metadata ?? {},
      note: fields.note ?? null,
    });
    return {
      items: items.map(({ product_id: productId, quantity }) => ({ productId, quantity, seenPrice: null })),
      currency: currency ?? null,
      ...{ email, shippingAddress, billingAddress, metadata, note, discountCodes },
      shippingMethodId: fields.shipping_method_id ?? null,
      taxId: fields.tax_id ?? null,
    };
  },

  /** The fields as a writer would send them. */
  fieldsOf: (contents: CartContents): Required<CartFields> => ({
    items: contents.items.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
    currency: contents.currency,
    email: contents.email,
    shipping_address: contents.shippingAddress,
    billing_address: contents.billingAddress,
    shipping_method_id: contents.shippingMethodId,
    discount_codes: contents.discountCodes,
    tax_id: contents.taxId,
    note: contents.note,
    metadata: contents.metadata,
  }),

  /** Who writes items has seen their prices; other changes leave those that were seen. @throws as `of` does. */
  patched: (contents: CartContents, patch: CartPatch): CartContents => {
    const patched = CartContents.of(mergePatch(CartContents.fieldsOf(contents), patch) as CartFields);
    return patch.items === undefined ? { ...patched, items: contents.items } : patched;
  },

  /** Records the prices of what was not priced before. */
  withSeenPrices: (contents: CartContents, products: readonly Product[]): CartContents => {
    const prices = new Map(products.map(({ id, price }) => [id, price]));
    const items = contents.items.map((item) => ({
      ...item,
      seenPrice: item.seenPrice ?? prices.get(item.productId) ?? null,
    }));
    return { ...contents, items };
  },

  /** Both together: of what both contain the larger quantity, so that a merge that is repeated adds nothing. */
  merged: (contents: CartContents, added: CartContents): CartContents => {
    const others = new Map(added.items.map((item) => [item.productId, item]));
    const items = contents.items.map((item) => {
      const other = others.get(item.productId);
      others.delete(item.productId);
      return other === undefined || other.quantity <= item.quantity ? item : other;
    });
    return {
      items: [...items, ...others.values()].slice(0, MAX_ITEMS),
      currency: contents.currency ?? added.currency,
      email: contents.email,
      shippingAddress: contents.shippingAddress ?? added.shippingAddress,
      billingAddress: contents.billingAddress ?? added.billingAddress,
      shippingMethodId: contents.shippingMethodId ?? added.shippingMethodId,
      // both together might not combine
      discountCodes: contents.discountCodes.length > 0 ? contents.discountCodes : added.discountCodes,
      taxId: contents.taxId ?? added.taxId,
      note: contents.note ?? added.note,
      metadata: contents.metadata,
    };
  },

  /** What is left after an order of other contents. */
  without: (contents: CartContents, ordered: Pick<CartContents, 'items'>): CartContents => {
    const quantities = new Map(ordered.items.map(({ productId, quantity }) => [productId, quantity]));
    const items = contents.items.flatMap((item) => {
      const quantity = item.quantity - (quantities.get(item.productId) ?? 0);
      return quantity > 0 ? [{ ...item, quantity }] : [];
    });
    return { ...contents, items };
  },

  orderRequest: (contents: CartContents, expectedTotal?: number): OrderRequest => ({
    items: contents.items.map(({ productId, quantity }) => ({ productId, quantity })),
    currency: contents.currency ?? undefined,
    shippingMethodId: contents.shippingMethodId,
    discountCodes: contents.discountCodes,
    taxId: contents.taxId,
    expectedTotal,
  }),

  /** What an order of it says beside its items: without the note, which orders keep for the staff. */
  orderDetails: ({ email, shippingAddress, billingAddress, metadata }: CartContents): OrderDetails => ({
    ...(email !== null && { email }),
    shipping_address: shippingAddress,
    billing_address: billingAddress,
    metadata,
  }),
};

/** By what the contents of a guest are found; null for those of a user, and without an e-mail. */
export const guestEmailKey = ({
  userId,
  contents: { email },
}: Readonly<{ userId: string | null; contents: Pick<CartContents, 'email'> }>): string | null =>
  userId === null && email !== null ? emailKey(email) : null;
