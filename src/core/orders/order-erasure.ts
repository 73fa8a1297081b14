import { type DomainError, invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Fulfillment } from './fulfillment.ts';

type Bought = Readonly<{ userId: Id<'usr'> | null; fulfillments: readonly Fulfillment[] }>;

/** What an order has instead of the personal data of its buyer. @param buyer The user with whom a guest’s order is erased. */
export const withoutPersonalData = ({ userId, fulfillments }: Bought, buyer: Id<'usr'>) => ({
  email: null,
  shippingAddress: null,
  billingAddress: null,
  metadata: {},
  customerMetadataKeys: [],
  cancelReason: null,
  note: null,
  guest: null,
  client: null,
  isErased: true,
  erasedBuyer: userId === null ? buyer : null,
  // a tracking number leads to the buyer's address
  fulfillments: fulfillments.map((fulfillment) => ({ ...fulfillment, trackingNumber: null })),
});

/** A tracking number leads to the buyer's address. */
export const erased = (): DomainError =>
  invalidState('The personal data of the buyer was erased, so tracking cannot be added.', 'erased');
