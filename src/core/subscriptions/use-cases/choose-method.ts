import { PaymentMethod, type PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { SavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import { inactiveMethod, unknownMethod } from '#core/payments/payment-errors.ts';
import type { IdempotentRequest } from '#core/payments/payment-operation.ts';
import type { Actor } from '#core/shared/actor.ts';
import { conflict, DomainError, unavailable, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';

/** A saved payment method, or a token that is saved first. */
export type MethodChoice = Readonly<{
  id?: PaymentMethodId | undefined;
  token?: string | undefined;
  /** Of the token; the first one that the actor may use if omitted. */
  gateway?: string | undefined;
}>;

type Request = Readonly<{
  choice: MethodChoice;
  userId: Id<'usr'>;
  returnUrl: string | null;
  /** The caller's network address. */
  address: string;
  idempotency: IdempotentRequest | null;
}>;

/**
 * Finds the payment method of a subscription. A token is saved first, under the idempotency key of the request.
 * @throws DomainError `payment_declined` for a token that is not saved, `invalid_state` with the `next_action` of one that
 * the payer has to authenticate, `conflict` for one that is deleted meanwhile, and the errors of `requireUsable`.
 */
export type ChooseMethod = (actor: Actor, request: Request) => Promise<PaymentMethod>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<SubscriptionsTx>; savePaymentMethod: SavePaymentMethod }>;

export const makeChooseMethod =
  ({ unitOfWork, savePaymentMethod }: Deps): ChooseMethod =>
  async (actor, { choice: { id, token, gateway }, ...request }) => {
    if (id !== undefined) {
      return unitOfWork.run(async (tx) => requireUsable(await tx.paymentMethods.find(id), request.userId));
    }
    if (token === undefined) throw new TypeError('A payment method is a token or an id.');
    const saved = await savePaymentMethod(actor, { ...request, token, gateway })
      .then((work) => unitOfWork.run(work))
      .catch(inMethod);
    if (PaymentMethod.isActive(saved)) return saved;
    if (PaymentMethod.isDeleted(saved)) throw conflict('The payment method was deleted by another request.');
    throw saved.redirectUrl === null ? savingPending() : authenticationRequired(saved, saved.redirectUrl);
  };

/** Errors of the token name its place in the request. */
const inMethod = (error: unknown): never => {
  const isOfToken = error instanceof DomainError && error.fieldErrors.some(({ path }) => path[0] === 'token');
  throw isOfToken
    ? unknownReference(error.fieldErrors.map((each) => ({ ...each, path: ['payment_method', ...each.path] })))
    : error;
};

/** Locks a method for share, so that it is not deleted meanwhile. @throws as `requireUsable` does. */
export const lockUsable = async (tx: SubscriptionsTx, id: PaymentMethodId, userId: Id<'usr'>): Promise<PaymentMethod> =>
  requireUsable(await tx.paymentMethods.lockForShare(id), userId);

/** @throws DomainError `unknown_reference` for another user's method, `validation_failed` for one that is not active. */
const requireUsable = (method: PaymentMethod | undefined, userId: Id<'usr'>): PaymentMethod => {
  if (method?.userId !== userId || PaymentMethod.isDeleted(method)) throw unknownMethod();
  if (!PaymentMethod.isActive(method)) throw inactiveMethod(method.status);
  return method;
};

const authenticationRequired = ({ id, status }: PaymentMethod, redirectUrl: string): DomainError =>
  new DomainError('conflict', 'invalid_state', 'The payer has to authenticate the payment method first.', {
    details: { current_state: status, actions: [], payment_method_id: id, next_action: { redirect_url: redirectUrl } },
  });

const savingPending = (): DomainError =>
  unavailable('The gateway has not saved the payment method yet. Repeat the request with the same idempotency key.');
