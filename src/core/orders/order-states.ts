// Why: docs/decisions/0013-order-lifecycle.md

import { invalidState } from '#core/shared/domain-error.ts';

/** The status of the order itself. */
export const ORDER_STATUSES = ['open', 'completed', 'cancelled'] as const;
/** The payment status. */
export const ORDER_PAYMENT_STATUSES = [
  'unpaid',
  'partially_paid',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
] as const;
/** The fulfillment status. */
export const FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The three statuses of an order. */
export type OrderState = Readonly<{ status: OrderStatus; payment: OrderPaymentStatus; fulfillment: FulfillmentStatus }>;

/** The steps of an order. All but `update`, which changes the details, may change its state. */
export type OrderStep =
  | 'update'
  | 'edit'
  | 'authorize'
  | 'void'
  | 'pay'
  | 'refund'
  | 'reverse_refund'
  | 'fulfill'
  | 'cancel'
  | 'cancel_item'
  | 'return'
  | 'expire';

/** A set of states. An omitted status may have any value. */
type States = Readonly<{
  status: readonly OrderStatus[];
  payment?: readonly OrderPaymentStatus[];
  fulfillment?: readonly FulfillmentStatus[];
}>;

/** The states in which each step is allowed. */
const STEPS: Readonly<Record<OrderStep, readonly [States, ...States[]]>> = {
  update: [{ status: ['open'] }],
  // an authorization is of the former total
  edit: [
    {
      status: ['open'],
      payment: ['unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded'],
      fulfillment: ['unfulfilled'],
    },
  ],
  authorize: [{ status: ['open'], payment: ['unpaid', 'partially_paid'] }],
  void: [{ status: ['open'], payment: ['authorized'] }],
  pay: [{ status: ['open'], payment: ['unpaid', 'partially_paid', 'authorized'] }],
  // an authorized order may have partial payments
  refund: [
    {
      status: ['open', 'completed'],
      payment: ['unpaid', 'partially_paid', 'authorized', 'paid', 'partially_refunded'],
    },
    // a refund has failed after the order was cancelled
    { status: ['cancelled'], payment: ['partially_paid', 'paid', 'partially_refunded'] },
  ],
  // the gateway reports it, whatever has happened since
  reverse_refund: [{ status: ORDER_STATUSES }],
  fulfill: [
    {
      status: ['open'],
      payment: ['unpaid', 'partially_paid', 'authorized', 'paid', 'partially_refunded'],
      fulfillment: ['unfulfilled', 'partially_fulfilled'],
    },
  ],
  cancel: [
    { status: ['open'], fulfillment: ['unfulfilled'] },
    // a refunded order cannot be fulfilled any more, so its unfulfilled items can be cancelled
    { status: ['open'], payment: ['refunded'], fulfillment: ['partially_fulfilled'] },
  ],
  cancel_item: [{ status: ['open'], fulfillment: ['unfulfilled', 'partially_fulfilled'] }],
  return: [{ status: ['open', 'completed'] }],
  expire: [{ status: ['open'], payment: ['unpaid', 'partially_paid'], fulfillment: ['unfulfilled'] }],
};

/** The transitions of each status: an invariant that `advance` checks, whatever the steps do. */
export const TRANSITIONS: Readonly<{
  status: Readonly<Record<OrderStatus, readonly OrderStatus[]>>;
  payment: Readonly<Record<OrderPaymentStatus, readonly OrderPaymentStatus[]>>;
  fulfillment: Readonly<Record<FulfillmentStatus, readonly FulfillmentStatus[]>>;
}> = {
  status: { open: ['completed', 'cancelled'], completed: [], cancelled: [] },
  payment: {
    unpaid: ['partially_paid', 'authorized', 'paid'],
    partially_paid: ['unpaid', 'authorized', 'paid'],
    authorized: ['unpaid', 'partially_paid', 'paid'],
    // an edit may raise the total of a paid order
    paid: ['partially_refunded', 'refunded', 'partially_paid', 'unpaid'],
    // backwards when a refund has failed
    partially_refunded: ['refunded', 'paid', 'partially_paid'],
    refunded: ['partially_refunded', 'paid', 'unpaid'],
  },
  fulfillment: { unfulfilled: ['partially_fulfilled', 'fulfilled'], partially_fulfilled: ['fulfilled'], fulfilled: [] },
};

/**
 * The steps by which clients change an order's state; payments and time cause the others. `update` is left out, since it
 * changes the details only.
 */
const ACTIONS = ['cancel', 'fulfill'] as const;

type OrderAction = (typeof ACTIONS)[number];

/** What a step does to an order, for the sentence that refuses it. */
const PARTICIPLES: Readonly<Record<OrderStep, string>> = {
  update: 'changed',
  edit: 'edited',
  authorize: 'paid',
  void: 'voided',
  pay: 'paid',
  refund: 'refunded',
  reverse_refund: 'changed',
  fulfill: 'fulfilled',
  cancel: 'cancelled',
  cancel_item: 'changed',
  return: 'returned',
  expire: 'cancelled',
};

/** The status that forbids a step, if any. */
const forbiddingStatus = (step: OrderStep, state: OrderState): string | undefined => {
  const forbidding = STEPS[step].map((states) => forbiddingStatusOf(states, state));
  return forbidding.includes(undefined) ? undefined : forbidding[0];
};

/** The first status that is not in a set of states, if any. */
const forbiddingStatusOf = ({ status, payment, fulfillment }: States, state: OrderState): string | undefined => {
  if (!status.includes(state.status)) return state.status;
  if (payment !== undefined && !payment.includes(state.payment)) return state.payment;
  return fulfillment === undefined || fulfillment.includes(state.fulfillment) ? undefined : state.fulfillment;
};

export const OrderState = {
  allows: (state: OrderState, step: OrderStep): boolean => forbiddingStatus(step, state) === undefined,

  /** The client's allowed actions. */
  actions: (state: OrderState): OrderAction[] => ACTIONS.filter((action) => OrderState.allows(state, action)),

  /** @throws DomainError `invalid_state` with the status that forbids the step and the allowed actions. */
  require: (state: OrderState, step: OrderStep): void => {
    const status = forbiddingStatus(step, state);
    if (status === undefined) return;
    const message = `The order is ${status.replace('_', ' ')}: it cannot be ${PARTICIPLES[step]}.`;
    throw invalidState(message, status, OrderState.actions(state));
  },

  /** Returns `to` if it may follow. @throws TypeError if it may not, which is a bug. */
  advance: (from: OrderState, to: OrderState): OrderState => {
    const isFollowing =
      follows(TRANSITIONS.status, from.status, to.status) &&
      follows(TRANSITIONS.payment, from.payment, to.payment) &&
      follows(TRANSITIONS.fulfillment, from.fulfillment, to.fulfillment);
    if (!isFollowing) throw new TypeError(`${JSON.stringify(to)} cannot follow ${JSON.stringify(from)}.`);
    return to;
  },
};

const follows = <S extends string>(table: Readonly<Record<S, readonly S[]>>, from: S, to: S): boolean =>
  from === to || table[from].includes(to);
