import { accessLevelOf } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { PaymentMethod, type PaymentMethodId } from '../methods/payment-method.ts';
import type { Payment } from '../payment.ts';
import { inactiveMethod, tokenError, unknownGateway, unknownMethod } from '../payment-errors.ts';
import type { Gateways, PaymentGateway } from '../payment-gateway.ts';
import type { PaymentsTx } from '../ports.ts';

/** A saved payment method, and whether its owner is absent. */
export type ChosenMethod = Readonly<{ id: PaymentMethodId; isOffSession: boolean }>;

/** What a client wants to be charged: a token or a saved method. */
export type RequestedSource = Readonly<{
  token?: string | undefined;
  method?: ChosenMethod | undefined;
  /** The first one that the actor may use if omitted. */
  gateway?: string | undefined;
}>;

/** What is charged, and where. */
export type PaymentSource = Pick<Payment, 'gateway' | 'token' | 'methodId' | 'isOffSession'>;

type SavedSource = Readonly<{ method: ChosenMethod; gateway: string | undefined }>;

/** A token that its gateway accepts, or a saved method, which is checked once it is locked. */
export type PreparedSource = PaymentSource | SavedSource;

type Deps = Readonly<{ gateways: Gateways; actor: Actor }>;

/** @throws DomainError `validation_failed`, `unknown_reference`, or `insufficient_scope` for a restricted gateway. */
export const prepareSource = (deps: Deps, { token, method, gateway }: RequestedSource): PreparedSource => {
  if (method !== undefined && token === undefined) return { method, gateway };
  if (token === undefined || method !== undefined) throw oneSourceRequired();
  const { name } = gatewayFor(deps, { gateway, token });
  return { gateway: name, token, methodId: null, isOffSession: false };
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

/** Locks a saved method for share, so that it is not deleted before the payment has begun. */
export const lockMethod = async (tx: PaymentsTx, source: PreparedSource): Promise<PaymentMethod | undefined> =>
  'method' in source ? tx.paymentMethods.lockForShare(source.method.id) : undefined;

/** The locked method, and whose order or invoice is paid. */
type Locked = Readonly<{ method: PaymentMethod | undefined; userId: Order['userId'] }>;

/** @throws DomainError `validation_failed`, `unknown_reference`, or `insufficient_scope` for a restricted gateway. */
export const sourceFor = (
  { actor, gateways }: Deps,
  source: PreparedSource,
  { method, userId }: Locked,
): PaymentSource => {
  if (!('method' in source)) return source;
  const { id, isOffSession } = source.method;
  const isAll = accessLevelOf(actor, 'payments:write') === 'all';
  // a guest's order token opens the order, not the saved methods of its user
  const isTheirs = method !== undefined && method.userId === userId && (isAll || actor.userId === userId);
  if (!isTheirs || PaymentMethod.isDeleted(method)) throw unknownMethod();
  const { status, gateway, reference } = method;
  if (!PaymentMethod.isActive(method)) throw inactiveMethod(status);
  if (source.gateway !== undefined && source.gateway !== gateway) {
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
