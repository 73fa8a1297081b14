import { invalidState } from '#core/shared/domain-error.ts';

/** The status of the order itself. */
export const ORDER_STATUSES = ['open', 'completed', 'cancelled'] as const;
/** The payment status. */
export const ORDER_PAYMENT_STATUSES = ['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded'] as const;
/** The fulfillment status. */
export const FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The three statuses of an order. */
export type OrderState = Readonly<{
  status: OrderStatus;
  payment: OrderPaymentStatus;
  fulfillment: FulfillmentStatus;
}>;

/** The steps that change an order's state. */
export type OrderStep = 'update' | 'authorize' | 'void' | 'pay' | 'refund' | 'fulfill' | 'cancel' | 'expire';

/** A set of states: any value of a status that is not listed. */
type States = Readonly<{
  status: readonly OrderStatus[];
  payment?: readonly OrderPaymentStatus[];
  fulfillment?: readonly FulfillmentStatus[];
}>;

/** The states in which each step is allowed. */
const STEPS: Readonly<Record<OrderStep, readonly [States, ...States[]]>> = {
  update: [{ status: ['open'] }],
  authorize: [{ status: ['open'], payment: ['unpaid'] }],
  void: [{ status: ['open'], payment: ['authorized'] }],
  pay: [{ status: ['open'], payment: ['unpaid', 'authorized'] }],
  // a partial payment is refunded too
  refund: [{ status: ['open', 'completed'], payment: ['unpaid', 'authorized', 'paid', 'partially_refunded'] }],
  fulfill: [
    {
      status: ['open'],
      payment: ['unpaid', 'authorized', 'paid', 'partially_refunded'],
      fulfillment: ['unfulfilled', 'partially_fulfilled'],
    },
  ],
  cancel: [
    { status: ['open'], fulfillment: ['unfulfilled'] },
    // a fulfilled order will never be fulfilled again, so its rest can be cancelled after a full refund
    { status: ['open'], payment: ['refunded'], fulfillment: ['partially_fulfilled'] },
  ],
  expire: [{ status: ['open'], payment: ['unpaid'], fulfillment: ['unfulfilled'] }],
};

/** The allowed transitions of each status. */
export const TRANSITIONS: Readonly<{
  status: Readonly<Record<OrderStatus, readonly OrderStatus[]>>;
  payment: Readonly<Record<OrderPaymentStatus, readonly OrderPaymentStatus[]>>;
  fulfillment: Readonly<Record<FulfillmentStatus, readonly FulfillmentStatus[]>>;
}> = {
  status: { open: ['completed', 'cancelled'], completed: [], cancelled: [] },
  payment: {
    unpaid: ['authorized', 'paid'],
    authorized: ['unpaid', 'paid'],
    paid: ['partially_refunded', 'refunded'],
    partially_refunded: ['refunded'],
    refunded: [],
  },
  fulfillment: {
    unfulfilled: ['partially_fulfilled', 'fulfilled'],
    partially_fulfilled: ['fulfilled'],
    fulfilled: [],
  },
};

/** The steps that clients take on the order itself; the others follow from payments and time. */
const ACTIONS = ['cancel', 'fulfill'] as const;

type OrderAction = (typeof ACTIONS)[number];

/** The status that forbids a step, if any. */
const obstacle = (step: OrderStep, state: OrderState): string | undefined => {
  const obstacles = STEPS[step].map((states) => obstacleAmong(states, state));
  return obstacles.includes(undefined) ? undefined : obstacles[0];
};

const obstacleAmong = ({ status, payment, fulfillment }: States, state: OrderState): string | undefined => {
  if (!status.includes(state.status)) return state.status;
  if (payment !== undefined && !payment.includes(state.payment)) return state.payment;
  return fulfillment === undefined || fulfillment.includes(state.fulfillment) ? undefined : state.fulfillment;
};

export const OrderState = {
  allows: (state: OrderState, step: OrderStep): boolean => obstacle(step, state) === undefined,

  /** The client's allowed actions. */
  actions: (state: OrderState): OrderAction[] => ACTIONS.filter((action) => OrderState.allows(state, action)),

  /** @throws DomainError `invalid_state` with the status that forbids the step and the allowed actions. */
  require: (state: OrderState, step: OrderStep): void => {
    const forbidding = obstacle(step, state);
    if (forbidding === undefined) return;
    const actions = OrderState.actions(state);
    const allowed = actions.length === 0 ? 'No action is possible any more' : `Allowed now: ${actions.join(', ')}`;
    throw invalidState(`The order is ${forbidding.replace('_', ' ')}. ${allowed}.`, forbidding, actions);
  },

  /** The next state. @throws TypeError for a transition that is not allowed, which is a bug. */
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
