import type { Address } from '#core/shared/address.ts';
import type { Moment } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { type Fulfillment, fulfillmentStatusOf, requireFulfillmentLimit, type Tracking } from './fulfillment.ts';
import type { Guest } from './guest.ts';
import { amountDue, amountHeld, isPaidFor, outstanding } from './order-amounts.ts';
import { type Charged, NO_CHARGES, type OrderCharges, OrderSums } from './order-charges.ts';
import { detailsOf, type OrderDetails, settled } from './order-details.ts';
import { erased, withoutPersonalData } from './order-erasure.ts';
import type { OrderItem } from './order-item.ts';
import {
  actions,
  advance,
  allows,
  completed,
  deadlineOf,
  EXPIRED,
  isPayable,
  next,
  requireAllowed,
  requirePayable,
  type Timing,
} from './order-lifecycle.ts';
import type { OrderState } from './order-states.ts';
import type { WithdrawalTerms } from './withdrawal-terms.ts';

export type OrderId = Id<'ord'>;

/** A purchase of one or more items. */
export type Order = Resource<'ord'> &
  Readonly<{
    /** The order number that people use: 1001, 1002, … */
    number: number;
    state: OrderState;
    items: readonly OrderItem[];
    fulfillments: readonly Fulfillment[];
    currency: Currency;
    charges: OrderCharges;
    /** On what terms the buyer may withdraw from it. */
    withdrawalTerms: WithdrawalTerms;
    amountPaid: Money;
    amountRefunded: Money;
    /** What was refunded of its cost, and is not due again though more of it is due. */
    waived: Money;
    /** What was refunded of its shipping, with tax. */
    shippingRefunded: Money;
    /** What is to be refunded to the buyer and is not refunded yet. */
    refundDue: Money;
    /** When the refund is requested next; null if none is due. */
    refundDueAt: Date | null;
    /** The user; null for a guest order. */
    userId: Id<'usr'> | null;
    /** The invoice that bills it, which may be a draft and is not void. */
    invoiceId: Id<'inv'> | null;
    /** The checkout that it completes; null for an order without one. */
    checkoutId: Id<'chk'> | null;
    /** How a guest opens it; null for an order of a user, and for one that the staff has created. */
    guest: Guest | null;
    /** A keyed digest of the network address from which it counts as unpaid; null if it was not limited. */
    client: string | null;
    /** Whether the user or guest has created it, and not the staff. */
    isByCustomer: boolean;
    /** The order's identifier in another system of the shop, unique. */
    externalId: string | null;
    email: string | null;
    shippingAddress: Address | null;
    billingAddress: Address | null;
    /** That of the shipping address, or else of the billing address; it outlasts an erasure. */
    country: string | null;
    /** Stands for the buyer of a guest order whose e-mail was erased: the user with whom it was erased. */
    erasedBuyer: Id<'usr'> | null;
    metadata: StringMap;
    /** The keys of the metadata that the customer wrote. */
    customerMetadataKeys: readonly string[];
    /** Of the staff, which the buyer does not see. */
    note: string | null;
    /** When the order expires unless it is paid or fulfilled; null if it never does. */
    expiresAt: Date | null;
    /** For how long it may be unpaid: 0 for good; null as the rules of the shop say. */
    expiryMinutes: number | null;
    /** When the cancellation of a paid order started, which first refunds the payments; null otherwise. */
    cancellingSince: Date | null;
    cancelledAt: Date | null;
    cancelReason: string | null;
    /** Whether the buyer's personal data was erased. */
    isErased: boolean;
  }>;

/** The details that may change in any state. */
type Annotations = Pick<OrderDetails, 'external_id' | 'metadata' | 'note'>;

type Placing = Timing &
  Readonly<{
    id: OrderId;
    number: number;
    items: readonly [OrderItem, ...OrderItem[]];
    charges?: OrderCharges;
    withdrawalTerms: WithdrawalTerms;
    userId: Id<'usr'> | null;
    guest?: Guest | undefined;
    checkoutId?: Order['checkoutId'];
    client?: Order['client'];
    isByCustomer?: boolean;
    expiryMinutes?: Order['expiryMinutes'];
    details: OrderDetails;
  }>;

export const Order = {
  /** @throws DomainError `validation_failed` with every error of the details. */
  place: ({
    id,
    number,
    items,
    charges = NO_CHARGES,
    withdrawalTerms,
    userId,
    guest,
    checkoutId = null,
    client = null,
    isByCustomer = false,
    expiryMinutes = null,
    details,
    ...timing
  }: Placing): Order => {
    const { at } = timing;
    const { currency } = items[0].unitPrice;
    const zero = Money.ofMinor(0n, currency);
    const isFree = OrderSums.of({ items, charges, currency }).total.minor === 0n;
    return {
      ...newResource(id, at),
      number,
      state: { status: 'open', payment: isFree ? 'paid' : 'unpaid', fulfillment: 'unfulfilled' },
      items,
      fulfillments: [],
      currency,
      charges,
      withdrawalTerms,
      amountPaid: zero,
      amountRefunded: zero,
      waived: zero,
      shippingRefunded: zero,
      refundDue: zero,
      refundDueAt: null,
      userId,
      invoiceId: null,
      guest: guest ?? null,
      checkoutId,
      client,
      isByCustomer,
      ...settled(details),
      ...SharedMetadata.of(details.metadata ?? {}, isByCustomer),
      expiresAt: isFree ? null : deadlineOf({ expiryMinutes }, timing),
      expiryMinutes,
      cancellingSince: null,
      cancelledAt: null,
      cancelReason: null,
      isErased: false,
      erasedBuyer: null,
    };
  },

  /** Replaces the details; omitted fields return to their defaults. @throws as `place` does, `invalid_state`. */
  change: (order: Order, details: OrderDetails, at: Date): Order => ({
    ...next(order, 'update', at),
    ...settled(details),
  }),

  /** Replaces the details that may change in any state. @throws DomainError `validation_failed`. */
  annotate: (
    order: Order,
    { external_id = null, metadata: written = {}, note: text = null }: Annotations,
    at: Date,
  ): Order => {
    const { externalId, metadata, note } = settled({ external_id, metadata: written, note: text });
    return nextVersion(order, { externalId, metadata, note }, at);
  },

  /** Gives a guest's order to a user, in any state; its secret no longer opens it. */
  assign: (order: Order, userId: Id<'usr'>, at: Date): Order => nextVersion(order, { userId, guest: null }, at),

  /** Changes the invoice that bills it, in any state. */
  bill: (order: Order, invoiceId: Order['invoiceId'], at: Date): Order => nextVersion(order, { invoiceId }, at),

  /** Adds a fulfillment of unfulfilled items. @throws `invalid_state`. */
  fulfill: (order: Order, fulfillment: Fulfillment): Order => {
    const fulfilled = next(order, 'fulfill', fulfillment.createdAt);
    const sent = { ...fulfilled, fulfillments: [...order.fulfillments, fulfillment] };
    requireFulfillmentLimit(sent);
    const state = completed(advance(order, { fulfillment: fulfillmentStatusOf(sent) }));
    return { ...sent, state, expiresAt: null };
  },

  /** Replaces the tracking of a fulfillment, and when it was delivered, in any state. @throws DomainError `invalid_state` for an erased buyer. */
  changeTracking: (order: Order, { id, ...tracking }: Tracking & Pick<Fulfillment, 'id'>, at: Date): Order => {
    if (order.isErased) throw erased();
    const fulfillments = order.fulfillments.map((each) => (each.id === id ? { ...each, ...tracking } : each));
    return nextVersion(order, { fulfillments }, at);
  },

  /** Starts the cancellation of a paid order: payments are refunded first, and no other step is allowed meanwhile. */
  beginCancelling: (order: Order, reason: string | null, at: Moment): Order => ({
    ...next(order, 'cancel', at.business),
    expiresAt: null,
    cancellingSince: at.system,
    cancelReason: reason,
  }),

  /** @throws DomainError `invalid_state`. */
  cancel: (order: Order, reason: string | null, at: Date): Order => {
    const cancelled = next(order, 'cancel', at);
    return { ...cancelled, ...ended(order, at), cancelReason: reason };
  },

  /** Cancels an order that was not paid in time. @throws DomainError `invalid_state`. */
  expire: (order: Order, at: Date): Order => {
    const expired = next(order, 'expire', at);
    if (order.expiresAt === null) throw invalidState('The order has no payment deadline.', order.state.payment);
    return { ...expired, ...ended(order, at), cancelReason: EXPIRED };
  },

  /** The order without personal data, in any state. */
  withoutBuyer: (order: Order, buyer: Id<'usr'>, at: Date): Order =>
    nextVersion(order, withoutPersonalData(order, buyer), at),

  /** What the buyer pays in all. */
  total: (order: Charged): Money => OrderSums.of(order).total,

  amountDue,
  outstanding,
  isPayable,
  requirePayable,
  amountHeld,
  isPaidFor,
  allows,
  require: requireAllowed,
  actions,
  detailsOf,
};

const ended = (order: Order, at: Date) => {
  if (Order.isPaidFor(order)) throw new TypeError('A paid order cannot be cancelled before its payments are refunded.');
  const state = advance(order, { status: 'cancelled' });
  return { state, expiresAt: null, cancellingSince: null, cancelledAt: at };
};
