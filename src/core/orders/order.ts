import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import {
  type FulfilledItem,
  type Fulfillment,
  fulfillmentStatusOf,
  quantitiesIn,
  requireFulfillmentLimit,
  requireUnfulfilled,
  type Tracking,
} from './fulfillment.ts';
import type { Guest } from './guest.ts';
import {
  amountHeld,
  isSettled,
  requireCountable,
  requireWithin,
  settledStatus,
  unsettledStatus,
} from './order-amounts.ts';
import { type Charged, NO_CHARGES, type OrderCharges, OrderSums } from './order-charges.ts';
import { type OrderDetails, settled } from './order-details.ts';
import { keptTotal, type OrderItem, withoutQuantity, withReturned } from './order-item.ts';
import { OrderState, type OrderStep } from './order-states.ts';

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
    amountPaid: Money;
    amountRefunded: Money;
    /** What is to be refunded and was not requested from a gateway yet. */
    refundDue: Money;
    /** When the refund is attempted next; null if none is due. */
    refundDueAt: Date | null;
    /** The user; null for a guest order. */
    userId: Id<'usr'> | null;
    /** How a guest opens it; null for an order of a user, and for one that the staff has created. */
    guest: Guest | null;
    /** Whether the user or guest has created it, and not the staff. */
    isByCustomer: boolean;
    /** The order's identifier in another system of the shop, unique. */
    externalId: string | null;
    email: string | null;
    shippingAddress: Address | null;
    billingAddress: Address | null;
    metadata: StringMap;
    /** The keys of the metadata that the customer wrote. */
    customerMetadataKeys: readonly string[];
    /** When the order expires unless it is paid or fulfilled; null if it never does. */
    expiresAt: Date | null;
    /** When the cancellation of a paid order started, which first refunds the payments; null otherwise. */
    cancellingSince: Date | null;
    cancelledAt: Date | null;
    cancelReason: string | null;
    /** Whether the buyer's personal data was erased. */
    isErased: boolean;
  }>;

/** The details that may change in any state. */
type Annotations = Pick<OrderDetails, 'external_id' | 'metadata'>;

/** What decides which steps are allowed. */
type OrderLifecycle = Pick<Order, 'state' | 'cancellingSince'>;

type Timing = Readonly<{
  at: Date;
  /** The payment deadline in milliseconds after creation. */
  expiresAfter: number;
}>;

type Placing = Timing &
  Readonly<{
    id: OrderId;
    number: number;
    items: readonly [OrderItem, ...OrderItem[]];
    charges?: OrderCharges;
    userId: Id<'usr'> | null;
    guest?: Guest | undefined;
    isByCustomer?: boolean;
    details: OrderDetails;
  }>;

/** The reason of a cancellation by the passing of the deadline. */
export const EXPIRED = 'expired';

export const Order = {
  /** @throws DomainError `validation_failed` with every error of the details. */
  place: ({
    id,
    number,
    items,
    charges = NO_CHARGES,
    userId,
    guest,
    isByCustomer = false,
    details,
    ...timing
  }: Placing): Order => {
    const { at, expiresAfter } = timing;
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
      amountPaid: zero,
      amountRefunded: zero,
      refundDue: zero,
      refundDueAt: null,
      userId,
      guest: guest ?? null,
      isByCustomer,
      ...settled(details),
      ...SharedMetadata.of(details.metadata ?? {}, isByCustomer),
      expiresAt: isFree ? null : new Date(at.getTime() + expiresAfter),
      cancellingSince: null,
      cancelledAt: null,
      cancelReason: null,
      isErased: false,
    };
  },

  /** Replaces the details; omitted fields return to their defaults. @throws as `place` does, `invalid_state`. */
  change: (order: Order, details: OrderDetails, at: Date): Order => ({
    ...next(order, 'update', at),
    ...settled(details),
  }),

  /** Replaces the details that may change in any state. @throws DomainError `validation_failed`. */
  annotate: (order: Order, { external_id = null, metadata: written = {} }: Annotations, at: Date): Order => {
    const { externalId, metadata } = settled({ external_id, metadata: written });
    return { ...order, version: order.version + 1, updatedAt: at, externalId, metadata };
  },

  /**
   * Replaces what is ordered; the difference to what is held is then due to be paid, or refunded. The rest of an order that
   * was paid has no deadline.
   * @throws DomainError `invalid_state`, `validation_failed`.
   */
  edit: (order: Order, { items, charges, details, at, expiresAfter }: Edit): Order => {
    // what was due before depends on the former total
    const refundDue = Money.ofMinor(0n, order.currency);
    const edited = { ...next(order, 'edit', at), ...settled(details), items, charges, refundDue };
    const held = Order.amountHeld(edited);
    const total = Order.total(edited);
    const payment = held.compare(total) >= 0 ? 'paid' : unsettledStatus(edited);
    const deadline = isSettled(order) && held.minor === 0n ? new Date(at.getTime() + expiresAfter) : order.expiresAt;
    const expiresAt = payment === 'paid' ? null : deadline;
    const state = advance(order, { payment });
    return withRefundDue({ ...edited, state, expiresAt }, excessOf(edited, held), at);
  },

  /** Gives a guest's order to a user, in any state; its secret no longer opens it. */
  assign: (order: Order, userId: Id<'usr'>, at: Date): Order => ({
    ...order,
    version: order.version + 1,
    updatedAt: at,
    userId,
    guest: null,
  }),

  /** The full amount is authorized. */
  authorize: (order: Order, at: Date): Order => {
    const authorized = next(order, 'authorize', at);
    return { ...authorized, state: advance(order, { payment: 'authorized' }), expiresAt: null };
  },

  /** The authorization ended; the payment deadline starts again. */
  void: (order: Order, timing: Timing): Order => unsettled(next(order, 'void', timing.at), timing),

  /**
   * Records a payment. A partial payment starts the deadline again, unless the rest is authorized.
   * @throws DomainError `invalid_state`, `validation_failed` above the amount due or the maximum.
   */
  pay: (order: Order, amount: Money, timing: Timing): Order => {
    const paid = { ...next(order, 'pay', timing.at), amountPaid: order.amountPaid.add(amount) };
    requireWithin(amount, Order.outstanding(order));
    requireCountable(paid.amountPaid);
    if (Order.amountHeld(paid).compare(Order.total(order)) === 0) {
      return { ...paid, state: completed(advance(order, { payment: 'paid' })), expiresAt: null };
    }
    return order.state.payment === 'authorized' ? paid : unsettled(paid, timing);
  },

  /**
   * Records a refund; after the refund of a partial payment the deadline starts again.
   * @throws DomainError `invalid_state`, `validation_failed` above the paid amount.
   */
  refund: (order: Order, amount: Money, timing: Timing): Order => {
    const amountRefunded = order.amountRefunded.add(amount);
    const refunded = { ...next(order, 'refund', timing.at), amountRefunded, ...withoutRefundDue(order, amount) };
    requireWithin(amount, Order.amountHeld(order));
    // the authorization of the rest does not cover the refunded part
    if (!isSettled(order)) return unsettled(refunded, timing);
    return { ...refunded, state: advance(order, { payment: settledStatus(refunded) }) };
  },

  /**
   * Takes back a refund that failed after it was recorded. The order may then hold more than its total, since it may have
   * been paid again.
   */
  reverseRefund: (order: Order, amount: Money, timing: Timing): Order => {
    requireWithin(amount, order.amountRefunded);
    const reversed = {
      ...next(order, 'reverse_refund', timing.at),
      amountRefunded: order.amountRefunded.subtract(amount),
    };
    if (isSettled(order) || settledStatus(reversed) === 'paid') {
      return { ...reversed, state: completed(advance(order, { payment: settledStatus(reversed) })), expiresAt: null };
    }
    return order.state.payment === 'authorized' ? reversed : unsettled(reversed, timing);
  },

  /** Adds a fulfillment of unfulfilled items. @throws `invalid_state`. */
  fulfill: (order: Order, fulfillment: Fulfillment): Order => {
    const fulfilled = next(order, 'fulfill', fulfillment.createdAt);
    const sent = { ...fulfilled, fulfillments: [...order.fulfillments, fulfillment] };
    requireFulfillmentLimit(sent);
    const state = completed(advance(order, { fulfillment: fulfillmentStatusOf(sent) }));
    return { ...sent, state, expiresAt: null };
  },

  /** Replaces the tracking of a fulfillment, in any state. @throws DomainError `invalid_state` for an erased buyer. */
  changeTracking: (order: Order, { id, ...tracking }: Tracking & Pick<Fulfillment, 'id'>, at: Date): Order => {
    if (order.isErased) throw erased();
    const fulfillments = order.fulfillments.map((each) => (each.id === id ? { ...each, ...tracking } : each));
    return { ...order, version: order.version + 1, updatedAt: at, fulfillments };
  },

  /**
   * Cancels a part of an item that is not fulfilled; what was paid for it is then due to be refunded, unless the shop
   * settles it otherwise.
   * @throws DomainError `invalid_state`, `validation_failed`.
   */
  cancelItem: (order: Order, { itemId, quantity, isRefunded }: ItemCancellation, at: Date): Order => {
    const before = next(order, 'cancel_item', at);
    requireUnfulfilled(order, { itemId, quantity });
    const items = order.items.map((item) => (item.id === itemId ? withoutQuantity(item, quantity) : item));
    if (items.every((item) => item.quantity === 0)) throw nothingLeft(order);
    const after = { ...before, items };
    return repriced(isRefunded ? withRefundDue(after, excessOf(after, keptOf(order)), at) : after);
  },

  /** Records items that came back; the refund is then due, as far as it is held. @throws DomainError `invalid_state`. */
  takeBack: (order: Order, { items: returned, refund }: TakenBack, at: Date): Order => {
    const quantities = quantitiesIn([{ items: returned }]);
    const items = order.items.map((item) =>
      quantities.has(item.id) ? withReturned(item, quantities.get(item.id) ?? 0, order.charges.pricesIncludeTax) : item,
    );
    return withRefundDue({ ...next(order, 'return', at), items }, refund, at);
  },

  /** Starts the cancellation of a paid order: payments are refunded first, and no other step is allowed meanwhile. */
  beginCancelling: (order: Order, reason: string | null, at: Date): Order => ({
    ...next(order, 'cancel', at),
    expiresAt: null,
    cancellingSince: at,
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
  withoutBuyer: (order: Order, at: Date): Order => ({
    ...order,
    version: order.version + 1,
    updatedAt: at,
    email: null,
    shippingAddress: null,
    billingAddress: null,
    metadata: {},
    customerMetadataKeys: [],
    cancelReason: null,
    guest: null,
    isErased: true,
    // a tracking number leads to the buyer's address
    fulfillments: order.fulfillments.map((fulfillment) => ({ ...fulfillment, trackingNumber: null })),
  }),

  /** What the buyer pays in all. */
  total: (order: Charged): Money => OrderSums.of(order).total,

  /** The amount still to be paid. */
  amountDue: (order: Order): Money =>
    Order.isPayable(order) ? Order.outstanding(order) : Money.ofMinor(0n, order.currency),

  /** The total minus the net payments, also when the order is not payable. */
  outstanding: (order: Order): Money => {
    if (!Order.allows(order, 'pay')) return Money.ofMinor(0n, order.currency);
    return Order.total(order).subtract(order.amountPaid).add(order.amountRefunded);
  },

  /** Whether a payment may start. */
  isPayable: (order: OrderLifecycle): boolean => order.cancellingSince === null && Order.allows(order, 'pay'),

  /** @throws DomainError `invalid_state` unless a payment may start. */
  requirePayable: (order: OrderLifecycle): void => {
    Order.require(order, 'pay');
    if (!Order.isPayable(order)) throw beingCancelled();
  },

  /** The paid amount minus refunds. */
  amountHeld,

  /** Whether there is a payment or an authorization to reverse. */
  isPaidFor: (order: Order): boolean => order.state.payment === 'authorized' || Order.amountHeld(order).minor > 0n,

  /** Whether a step is allowed now. */
  allows: (order: OrderLifecycle, step: OrderStep): boolean =>
    OrderState.allows(order.state, step) && (order.cancellingSince === null || WHILE_CANCELLING.includes(step)),

  /** @throws DomainError `invalid_state` with the status that forbids the step and the allowed actions. */
  require: (order: OrderLifecycle, step: OrderStep): void => {
    OrderState.require(order.state, step);
    if (!Order.allows(order, step)) throw beingCancelled();
  },

  /** The client's allowed actions. */
  actions: (order: OrderLifecycle): string[] =>
    OrderState.actions(order.state).filter((action) => Order.allows(order, action)),

  /** The details as a writer would send them. */
  detailsOf: ({ externalId, email, shippingAddress, billingAddress, metadata }: Order): Required<OrderDetails> => ({
    external_id: externalId,
    email,
    shipping_address: shippingAddress,
    billing_address: billingAddress,
    metadata,
  }),
};

/** The steps allowed during a cancellation: refunds, also those reported by a gateway, and its end. */
const WHILE_CANCELLING: readonly OrderStep[] = ['void', 'pay', 'refund', 'reverse_refund', 'cancel'];

const beingCancelled = () => invalidState('The order is being cancelled.', 'cancelling', ['cancel']);

/** A tracking number leads to the buyer's address. */
const erased = () =>
  invalidState('The personal data of the buyer was erased: there is no tracking any more.', 'erased');

const next = (order: Order, step: OrderStep, at: Date): Order => {
  Order.require(order, step);
  return { ...order, version: order.version + 1, updatedAt: at };
};

const advance = ({ state }: Order, change: Partial<OrderState>): OrderState =>
  OrderState.advance(state, { ...state, ...change });

const completed = (state: OrderState): OrderState => {
  const isComplete =
    state.fulfillment === 'fulfilled' &&
    state.status === 'open' &&
    ['paid', 'partially_refunded', 'refunded'].includes(state.payment);
  return isComplete ? OrderState.advance(state, { ...state, status: 'completed' }) : state;
};

/** A changed order that is not paid in full: its payment deadline starts again. */
const unsettled = (changed: Order, { at, expiresAfter }: Timing): Order => {
  const order = { ...changed, state: advance(changed, { payment: unsettledStatus(changed) }) };
  return { ...order, expiresAt: Order.allows(order, 'expire') ? new Date(at.getTime() + expiresAfter) : null };
};

/** A refund settles what is due first. */
const withoutRefundDue = (
  { refundDue, refundDueAt }: Order,
  amount: Money,
): Pick<Order, 'refundDue' | 'refundDueAt'> => {
  const left = refundDue.compare(amount) > 0 ? refundDue.subtract(amount) : Money.ofMinor(0n, amount.currency);
  return { refundDue: left, refundDueAt: left.minor > 0n ? refundDueAt : null };
};

type TakenBack = Readonly<{ items: readonly FulfilledItem[]; refund: Money }>;
type Edit = Timing & Readonly<{ items: readonly OrderItem[]; charges: OrderCharges; details: OrderDetails }>;

type ItemCancellation = Readonly<{ itemId: OrderItem['id']; quantity: number; isRefunded: boolean }>;

/** The order after its total fell: it may be paid, fulfilled and completed by that. */
const repriced = (order: Order): Order => {
  const held = Order.amountHeld(order);
  const isPaid = held.compare(Order.total(order)) >= 0;
  const payment = isSettled(order) ? settledStatus(order) : isPaid ? 'paid' : order.state.payment;
  const fulfillment = fulfillmentStatusOf(order);
  const state = completed(advance(order, { payment, fulfillment }));
  return { ...order, state, expiresAt: isPaid ? null : order.expiresAt };
};

/** What a part of the order cost is to be refunded, as far as it is held and not due already. */
const withRefundDue = (order: Order, amount: Money, at: Date): Order => {
  const refundDue = order.refundDue.add(amount).min(Order.amountHeld(order));
  return { ...order, refundDue, refundDueAt: refundDue.minor > 0n ? at : null };
};

/** What the buyer keeps of an order costs: the total without what came back. */
const keptOf = ({ charges, currency, ...order }: Order): Money => {
  const zero = Money.ofMinor(0n, currency);
  const { pricesIncludeTax } = charges;
  const items = order.items.map((item) => keptTotal(item, pricesIncludeTax));
  const shipping = charges.shippingLines.map((line) => PricedLine.total(line, pricesIncludeTax));
  return [...items, ...shipping].reduce((sum, amount) => sum.add(amount), zero);
};

/** What is held above the cost of what is kept and not due already, as far as that cost fell from a former one. */
const excessOf = (order: Order, formerCost: Money): Money => {
  const kept = keptOf(order);
  const excess = Order.amountHeld(order).subtract(order.refundDue).subtract(kept);
  const amount = excess.min(formerCost.subtract(kept));
  return amount.isNegative ? Money.ofMinor(0n, order.currency) : amount;
};

const nothingLeft = (order: Order) =>
  invalidState(
    'Nothing would be left of the order. Cancel the order instead.',
    order.state.status,
    Order.actions(order),
  );

const ended = (order: Order, at: Date) => {
  if (Order.isPaidFor(order)) throw new TypeError('A paid order cannot be cancelled before its payments are refunded.');
  const state = advance(order, { status: 'cancelled' });
  return { state, expiresAt: null, cancellingSince: null, cancelledAt: at };
};
