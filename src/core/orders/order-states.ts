import { invalidState } from '#core/shared/domain-error.ts';

/** Whether an order goes on. */
export const ORDER_STATUSES = ['open', 'completed', 'cancelled'] as const;
/** How far it is paid. */
export const ORDER_PAYMENT_STATUSES = ['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded'] as const;
/** How far it was sent. */
export const FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** Where an order stands. */
export type OrderState = Readonly<{
  status: OrderStatus;
  payment: OrderPaymentStatus;
  fulfillment: FulfillmentStatus;
}>;

/** What can become of an order. */
export type OrderStep = 'update' | 'authorize' | 'void' | 'pay' | 'refund' | 'fulfill' | 'cancel' | 'expire';

/** States by what each status may be; one that is not named may be any. */
type States = Readonly<{
  status: readonly OrderStatus[];
  payment?: readonly OrderPaymentStatus[];
  fulfillment?: readonly FulfillmentStatus[];
}>;

/** The states that each step may be taken from. */
const STEPS: Readonly<Record<OrderStep, readonly [States, ...States[]]>> = {
  update: [{ status: ['open'] }],
  authorize: [{ status: ['open'], payment: ['unpaid'] }],
  void: [{ status: ['open'], payment: ['authorized'] }],
  pay: [{ status: ['open'], payment: ['unpaid', 'authorized'] }],
  // what was paid in part is given back too
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
    // nothing more of it will be sent, and the rest would be kept for nobody
    { status: ['open'], payment: ['refunded'], fulfillment: ['partially_fulfilled'] },
  ],
  expire: [{ status: ['open'], payment: ['unpaid'], fulfillment: ['unfulfilled'] }],
};

/** The values that each status may go to from each. */
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

/** The steps that a client takes at the order itself; all else comes of payments and time. */
const ACTIONS = ['cancel', 'fulfill'] as const;

type OrderAction = (typeof ACTIONS)[number];

/** The status that forbids a step, if any does. */
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

  /** What a client may do now. */
  actions: (state: OrderState): OrderAction[] => ACTIONS.filter((action) => OrderState.allows(state, action)),

  /** @throws DomainError `invalid_state` with the status that forbids the step, and what would be allowed. */
  require: (state: OrderState, step: OrderStep): void => {
    const forbidding = obstacle(step, state);
    if (forbidding === undefined) return;
    const actions = OrderState.actions(state);
    const allowed =
      actions.length === 0 ? 'Nothing can be done with it any more' : `Allowed now: ${actions.join(', ')}`;
    throw invalidState(`The order is ${forbidding.replace('_', ' ')}. ${allowed}.`, forbidding, actions);
  },

  /** The next state. @throws TypeError for one that cannot follow: a fault of the program. */
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
