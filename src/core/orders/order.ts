import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalid, invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { type Fulfillment, fulfillmentStatusOf, requireFulfillmentLimit } from './fulfillment.ts';
import { type OrderDetails, settled } from './order-details.ts';
import { type OrderItem, sumOf } from './order-item.ts';
import { OrderState, type OrderStep } from './order-states.ts';

export type OrderId = Id<'ord'>;

/** What somebody buys. */
export type Order = Readonly<{
  id: OrderId;
  version: number;
  /** 1001, 1002, …: what people call it. */
  number: number;
  state: OrderState;
  items: readonly OrderItem[];
  fulfillments: readonly Fulfillment[];
  currency: Currency;
  amountPaid: Money;
  amountRefunded: Money;
  /** Whose it is; null for a guest's. */
  userId: Id<'usr'> | null;
  email: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  metadata: StringMap;
  /** When it ends unless something is paid or sent by then; null where it does not. */
  expiresAt: Date | null;
  /** Since when it is being cancelled, because what was paid has to be given back first; null where it is not. */
  cancellingSince: Date | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}>;

/** What tells which steps may be taken. */
type OrderPaymentState = Pick<Order, 'state' | 'cancellingSince'>;

type Timing = Readonly<{
  at: Date;
  /** Milliseconds for somebody to pay. */
  expiresAfter: number;
}>;

type Placing = Timing &
  Readonly<{
    id: OrderId;
    number: number;
    items: readonly [OrderItem, ...OrderItem[]];
    userId: Id<'usr'> | null;
    details: OrderDetails;
  }>;

export const Order = {
  /** @throws DomainError `validation_failed` with every fault of the details. */
  place: ({ id, number, items, userId, details, at, expiresAfter }: Placing): Order => {
    const { currency } = items[0].unitPrice;
    const nothing = Money.ofMinor(0n, currency);
    const isFree = sumOf(items, currency).compare(nothing) === 0;
    return {
      id,
      version: 1,
      number,
      state: { status: 'open', payment: isFree ? 'paid' : 'unpaid', fulfillment: 'unfulfilled' },
      items,
      fulfillments: [],
      currency,
      amountPaid: nothing,
      amountRefunded: nothing,
      userId,
      ...settled(details),
      expiresAt: isFree ? null : new Date(at.getTime() + expiresAfter),
      cancellingSince: null,
      cancelledAt: null,
      cancelReason: null,
      createdAt: at,
      updatedAt: at,
    };
  },

  /** The order with other details; those left out return to their defaults. @throws as `place` does, `invalid_state`. */
  change: (order: Order, details: OrderDetails, at: Date): Order => ({
    ...next(order, 'update', at),
    ...settled(details),
  }),

  /** Somebody stands for all of the sum. */
  authorize: (order: Order, at: Date): Order => {
    const authorized = next(order, 'authorize', at);
    return { ...authorized, state: advance(order, { payment: 'authorized' }), expiresAt: null };
  },

  /** Nobody stands for the sum any more; somebody else has so many milliseconds to pay. */
  void: (order: Order, { at, expiresAfter }: Timing): Order => {
    const voided = { ...next(order, 'void', at), state: advance(order, { payment: 'unpaid' }) };
    return { ...voided, expiresAt: deadline(voided, { at, expiresAfter }) };
  },

  /** So much was paid. @throws DomainError `invalid_state`, `validation_failed` for more than is due or can be counted. */
  pay: (order: Order, amount: Money, at: Date): Order => {
    const paid = next(order, 'pay', at);
    requireWithin(amount, Order.outstanding(order));
    const amountPaid = order.amountPaid.add(amount);
    requireCountable(amountPaid);
    const isWhole = amountPaid.subtract(order.amountRefunded).compare(Order.total(order)) === 0;
    const state = isWhole ? completed(advance(order, { payment: 'paid' })) : order.state;
    return { ...paid, state, amountPaid, expiresAt: null };
  },

  /**
   * So much was given back; where that was all of a part, somebody else has time to pay.
   * @throws DomainError `invalid_state`, `validation_failed` for more than is held.
   */
  refund: (order: Order, amount: Money, { at, expiresAfter }: Timing): Order => {
    const amountRefunded = order.amountRefunded.add(amount);
    const refunded = { ...next(order, 'refund', at), amountRefunded };
    requireWithin(amount, Order.amountHeld(order));
    if (order.state.payment === 'unpaid' || order.state.payment === 'authorized') {
      // who stands for the rest does not stand for this
      const unpaid = { ...refunded, state: advance(order, { payment: 'unpaid' }) };
      return { ...unpaid, expiresAt: deadline(unpaid, { at, expiresAfter }) };
    }
    const payment = amountRefunded.compare(order.amountPaid) === 0 ? 'refunded' : 'partially_refunded';
    return { ...refunded, state: advance(order, { payment }) };
  },

  /** Some of what was bought is on its way; the fulfillment is of pieces that were not. @throws `invalid_state`. */
  fulfill: (order: Order, fulfillment: Fulfillment): Order => {
    const fulfilled = next(order, 'fulfill', fulfillment.createdAt);
    const sent = { ...fulfilled, fulfillments: [...order.fulfillments, fulfillment] };
    requireFulfillmentLimit(sent);
    const state = completed(advance(order, { fulfillment: fulfillmentStatusOf(sent) }));
    return { ...sent, state, expiresAt: null };
  },

  /** The order is to be cancelled once what was paid has been given back; nothing else is done with it until then. */
  beginCancelling: (order: Order, reason: string | null, at: Date): Order => ({
    ...next(order, 'cancel', at),
    cancellingSince: at,
    cancelReason: reason,
  }),

  /** @throws DomainError `invalid_state`. */
  cancel: (order: Order, reason: string | null, at: Date): Order => {
    const cancelled = next(order, 'cancel', at);
    return { ...cancelled, ...ended(order, at), cancelReason: reason };
  },

  /** Nobody paid in time. @throws DomainError `invalid_state`. */
  expire: (order: Order, at: Date): Order => ({
    ...next(order, 'expire', at),
    ...ended(order, at),
    cancelReason: 'expired',
  }),

  /** The order without what says who bought it, whatever its state. */
  withoutBuyer: (order: Order, at: Date): Order => ({
    ...order,
    version: order.version + 1,
    updatedAt: at,
    email: null,
    shippingAddress: null,
    billingAddress: null,
    metadata: {},
    cancelReason: null,
    // a carrier tells by it where somebody lives
    fulfillments: order.fulfillments.map((fulfillment) => ({ ...fulfillment, trackingNumber: null })),
  }),

  /** What the items cost together. */
  total: (order: Pick<Order, 'items' | 'currency'>): Money => sumOf(order.items, order.currency),

  /** What is still to be paid. */
  amountDue: (order: Order): Money =>
    Order.isPayable(order) ? Order.outstanding(order) : Money.ofMinor(0n, order.currency),

  /** What could be taken as paid, also of an order that nobody is asked to pay any more. */
  outstanding: (order: Order): Money => {
    if (!Order.allows(order, 'pay')) return Money.ofMinor(0n, order.currency);
    return Order.total(order).subtract(order.amountPaid).add(order.amountRefunded);
  },

  /** Whether somebody may begin to pay it. */
  isPayable: (order: OrderPaymentState): boolean => order.cancellingSince === null && Order.allows(order, 'pay'),

  /** @throws DomainError `invalid_state` unless somebody may begin to pay it. */
  requirePayable: (order: OrderPaymentState): void => {
    Order.require(order, 'pay');
    if (!Order.isPayable(order)) throw beingCancelled();
  },

  /** What was paid and not given back. */
  amountHeld: (order: Pick<Order, 'amountPaid' | 'amountRefunded'>): Money =>
    order.amountPaid.subtract(order.amountRefunded),

  /** Whether there is something to give back: money, or somebody's word for it. */
  isPaidFor: (order: Order): boolean => order.state.payment === 'authorized' || Order.amountHeld(order).minor > 0n,

  /** Whether a step may be taken now. */
  allows: (order: OrderPaymentState, step: OrderStep): boolean =>
    OrderState.allows(order.state, step) && (order.cancellingSince === null || WHILE_CANCELLING.includes(step)),

  /** @throws DomainError `invalid_state` with what forbids the step, and what would be allowed. */
  require: (order: OrderPaymentState, step: OrderStep): void => {
    OrderState.require(order.state, step);
    if (!Order.allows(order, step)) throw beingCancelled();
  },

  /** What a client may do now. */
  actions: (order: OrderPaymentState): string[] =>
    OrderState.actions(order.state).filter((action) => Order.allows(order, action)),

  /** What a writer would have to say to give it its details. */
  detailsOf: ({ email, shippingAddress, billingAddress, metadata }: Order): OrderDetails => ({
    email,
    shipping_address: shippingAddress,
    billing_address: billingAddress,
    metadata,
  }),
};

/** To give back what was paid, also what a gateway tells of meanwhile, and to come to the end. */
const WHILE_CANCELLING: readonly OrderStep[] = ['void', 'pay', 'refund', 'cancel'];

const beingCancelled = () => invalidState('The order is being cancelled.', 'cancelling', ['cancel']);

const next = (order: Order, step: OrderStep, at: Date): Order => {
  Order.require(order, step);
  return { ...order, version: order.version + 1, updatedAt: at };
};

const advance = ({ state }: Order, change: Partial<OrderState>): OrderState =>
  OrderState.advance(state, { ...state, ...change });

const completed = (state: OrderState): OrderState => {
  const isComplete = state.fulfillment === 'fulfilled' && ['paid', 'partially_refunded'].includes(state.payment);
  return isComplete ? OrderState.advance(state, { ...state, status: 'completed' }) : state;
};

/** When an order expires whose money is another now; null where it does not. */
const deadline = (order: Order, { at, expiresAfter }: Timing): Date | null => {
  const mayExpire = Order.allows(order, 'expire') && !Order.isPaidFor(order);
  return mayExpire ? new Date(at.getTime() + expiresAfter) : null;
};

const ended = (order: Order, at: Date) => {
  if (Order.isPaidFor(order)) throw new TypeError('What was paid for an order is given back before it ends.');
  const state = advance(order, { status: 'cancelled' });
  return { state, expiresAt: null, cancellingSince: null, cancelledAt: at };
};

const requireWithin = (amount: Money, most: Money): void => {
  if (amount.minor > 0n && amount.compare(most) <= 0) return;
  const message = `must be more than 0 and at most ${most.toDecimal()}`;
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};

/** What is paid again and again, after it was given back, adds up. */
const requireCountable = (amountPaid: Money): void => {
  if (!amountPaid.isTooLarge) return;
  const message = 'must make at most 999999999999.99 with all that was paid before, though it was given back';
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};
