import { accessLevelOf } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Transaction } from '#core/storage.ts';
import { PaymentMethod, type PaymentMethodId } from '../methods/payment-method.ts';
import type { Payment } from '../payment.ts';
import { inactiveMethod, tokenError, unknownGateway, unknownMethod } from '../payment-errors.ts';
import type { Gateways, PaymentGateway } from '../payment-gateway.ts';

/** A saved payment method, and whether its owner is absent. */
export type ChosenMethod = Readonly<{ id: PaymentMethodId; isOffSession: boolean }>;

/** What a client wants to be charged. */
type RequestedSource = Readonly<{
  token?: string | undefined;
  method?: ChosenMethod | undefined;
  /** The first one that the actor may use if omitted. */
  gateway?: string | undefined;
}>;

/** What is charged, and where. */
type PaymentSource = Pick<Payment, 'gateway' | 'token' | 'methodId' | 'isOffSession'>;

type Deps = Readonly<{ gateways: Gateways; actor: Actor }>;

/**
 * Finds what is charged; the check of a token needs no transaction.
 * @returns the source for the user of the order that is paid.
 * @throws DomainError `validation_failed`, `unknown_reference`, or `insufficient_scope` for a restricted gateway.
 */
export const sourceFor = (deps: Deps, { token, method, gateway }: RequestedSource) => {
  if (method !== undefined && token === undefined) {
    return (tx: Transaction, userId: () => Promise<Order['userId']>): Promise<PaymentSource> =>
      savedSource(tx, deps, { method, gateway, userId });
  }
  if (token === undefined || method !== undefined) throw oneSourceRequired();
  const { name } = gatewayFor(deps, { gateway, token });
  return async (): Promise<PaymentSource> => ({ gateway: name, token, methodId: null, isOffSession: false });
};

const oneSourceRequired = () =>
  invalid([{ path: ['payment_method'], code: 'object.missing', message: 'must have either a token or an id' }]);

const gatewayFor = (
  { actor, gateways }: Deps,
  { gateway: name, token }: Readonly<{ gateway: string | undefined; token: string }>,
): PaymentGateway => {
  const gateway = name === undefined ? defaultGateway(actor, gateways) : gateways.get(name);
  if (gateway === undefined) throw unknownGateway([...gateways.keys()]);
  requireMayUse(actor, gateway);
  const error = gateway.tokenError(token);
  if (error !== undefined) throw tokenError(error);
  return gateway;
};

const requireMayUse = (actor: Actor, { isManual, name }: PaymentGateway): void => {
  if (isManual) Scope.requireAll(actor, ['payments:write'], `Recording a payment by ${name}`);
};

/** The first one; for customers the first that they may use. */
const defaultGateway = (actor: Actor, gateways: Gateways): PaymentGateway | undefined => {
  const all = [...gateways.values()];
  const isOwn = accessLevelOf(actor, 'payments:write') !== 'all';
  return all.find(({ isManual }) => !(isOwn && isManual)) ?? all[0];
};

type Chosen = Readonly<{ method: ChosenMethod; gateway: string | undefined; userId: () => Promise<Order['userId']> }>;

/** Locks the method for share, so that it is not deleted before the payment has begun. */
const savedSource = async (
  tx: Transaction,
  { actor, gateways }: Deps,
  { method: { id, isOffSession }, gateway: name, userId: owner }: Chosen,
): Promise<PaymentSource> => {
  const isAll = accessLevelOf(actor, 'payments:write') === 'all';
  const [userId, method] = await Promise.all([owner(), tx.paymentMethods.lockForShare(id)]);
  // a guest's order token opens the order, not the saved methods of its user
  const isTheirs = method !== undefined && method.userId === userId && (isAll || actor.userId === userId);
  if (!isTheirs || PaymentMethod.isDeleted(method)) throw unknownMethod();
  const { status, gateway, reference } = method;
  if (!PaymentMethod.isActive(method)) throw inactiveMethod(status);
  if (name !== undefined && name !== gateway) {
    const message = `must be ${gateway}, the gateway of the payment method, or omitted`;
    throw invalid([{ path: ['gateway'], code: 'any.only', message }]);
  }
  if (isOffSession && !isAll) {
    const message = 'must be false, or omitted: the customer is present';
    throw invalid([{ path: ['payment_method', 'off_session'], code: 'any.only', message }]);
  }
  const enabled = gateways.get(gateway);
  if (enabled !== undefined) requireMayUse(actor, enabled);
  return { gateway, token: reference, methodId: id, isOffSession };
};
