import type { AddressFields } from '#core/shared/address.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import { Order } from './order.ts';
import type { OrderDetails } from './order-details.ts';

/** Null resets a field to its default. */
export type OrderPatch = MergePatch<OrderDetails>;

/** An order's details after a patch, and the owners of its metadata. */
export type PatchedDetails = Readonly<{
  details: OrderDetails;
  written: Pick<Order, 'metadata' | 'customerMetadataKeys'>;
}>;

/** Applies a patch of the shop or of the customer, who writes only their own metadata. */
export const patchedDetails = (order: Order, patch: OrderPatch, isByShop: boolean): PatchedDetails => {
  const details = mergePatch(Order.detailsOf(order), patch) as OrderDetails;
  const write = isByShop ? SharedMetadata.writeByShop : SharedMetadata.writeByCustomer;
  const written = write(order, details.metadata ?? {});
  return { details: { ...details, metadata: written.metadata }, written };
};

/** Whether a patch changes where an order is taxed or shipped to. */
export const movesPlace = (order: Order, patch: OrderPatch): boolean => {
  const before = Order.detailsOf(order);
  const { details: after } = patchedDetails(order, patch, true);
  return !(['shipping_address', 'billing_address'] as const).every((field) => isSamePlace(before[field], after[field]));
};

const isSamePlace = (one: OrderDetails['shipping_address'], other: OrderDetails['shipping_address']): boolean =>
  PLACE.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null));

const PLACE = ['country', 'state', 'postal_code'] as const satisfies readonly (keyof AddressFields)[];
