import { invalidState } from '#core/shared/domain-error.ts';
import { nextVersion, type Resource } from '#core/shared/resource.ts';
import { OrderState, type OrderStep } from './order-states.ts';

/** The reason of a cancellation by the passing of the deadline. */
export const EXPIRED = 'expired';

/** What decides which steps are allowed. */
export type OrderLifecycle = Readonly<{
  state: OrderState;
  /** When the cancellation of a paid order started, which first refunds the payments; null otherwise. */
  cancellingSince: Date | null;
}>;

/** The time of a step, and the payment deadline of an order that is to be paid after it. */
export type Timing = Readonly<{
  at: Date;
  /** In milliseconds after the step, by the rules of the shop. */
  expiresAfter: number;
}>;

/** When an order that is unpaid from now on expires; null if it never does. */
export const deadlineOf = (
  { expiryMinutes }: Readonly<{ expiryMinutes: number | null }>,
  { at, expiresAfter }: Timing,
): Date | null => {
  if (expiryMinutes === 0) return null;
  return new Date(at.getTime() + (expiryMinutes === null ? expiresAfter : expiryMinutes * 60_000));
};

/** The steps allowed during a cancellation: refunds, also those reported by a gateway, and its end. */
const WHILE_CANCELLING: readonly OrderStep[] = ['void', 'pay', 'refund', 'reverse_refund', 'cancel'];

/** Whether a step is allowed now. */
export const allows = (order: OrderLifecycle, step: OrderStep): boolean =>
  OrderState.allows(order.state, step) && (order.cancellingSince === null || WHILE_CANCELLING.includes(step));

/** @throws DomainError `invalid_state` with the status that forbids the step and the allowed actions. */
export const requireAllowed = (order: OrderLifecycle, step: OrderStep): void => {
  OrderState.require(order.state, step);
  if (!allows(order, step)) throw beingCancelled();
};

/** The client's allowed actions. */
export const actions = (order: OrderLifecycle): string[] =>
  OrderState.actions(order.state).filter((action) => allows(order, action));

/** Whether a payment may start. */
export const isPayable = (order: OrderLifecycle): boolean => order.cancellingSince === null && allows(order, 'pay');

/** @throws DomainError `invalid_state` unless a payment may start. */
export const requirePayable = (order: OrderLifecycle): void => {
  requireAllowed(order, 'pay');
  if (!isPayable(order)) throw beingCancelled();
};

const beingCancelled = () => invalidState('The order is being cancelled.', 'cancelling', ['cancel']);

/** The next version of an order, with its state unchanged. @throws DomainError `invalid_state` if the step is forbidden. */
export const next = <O extends OrderLifecycle & Resource>(order: O, step: OrderStep, at: Date): O => {
  requireAllowed(order, step);
  return nextVersion(order, {}, at);
};

/** The state with some of its statuses replaced. @throws TypeError for a transition that does not exist. */
export const advance = ({ state }: Pick<OrderLifecycle, 'state'>, change: Partial<OrderState>): OrderState =>
  OrderState.advance(state, { ...state, ...change });

/** The state after the order's completion, if it is fulfilled and paid for. */
export const completed = (state: OrderState): OrderState => {
  const isComplete =
    state.fulfillment === 'fulfilled' &&
    state.status === 'open' &&
    ['paid', 'partially_refunded', 'refunded'].includes(state.payment);
  return isComplete ? OrderState.advance(state, { ...state, status: 'completed' }) : state;
};
