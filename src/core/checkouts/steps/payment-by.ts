import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { SavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import { unknownMethod } from '#core/payments/payment-errors.ts';
import type { IdempotentRequest } from '#core/payments/payment-operation.ts';
import type { PaymentsTx } from '#core/payments/ports.ts';
import type { PaymentRequest } from '#core/payments/steps/prepare-payment.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { Checkout } from '../checkout.ts';

/** How an order is paid. */
export type CheckoutPayment = Omit<PaymentRequest, 'payableId' | 'amount' | 'captureMethod' | 'metadata'>;

export type RequestedPayment = CheckoutPayment &
  Readonly<{
    /**
     * What names the saving of the token for this checkout, so that it is saved once: as a payment method of the customer,
     * which is then charged. Null if it is not saved.
     */
    saving: IdempotentRequest | null;
  }>;

export type PaymentByDeps = Readonly<{ unitOfWork: UnitOfWork<PaymentsTx>; savePaymentMethod: SavePaymentMethod }>;

type Paying = Readonly<{ checkout: Pick<Checkout, 'userId'>; payment: RequestedPayment }>;

/**
 * How an order is paid, by a payment method that is saved first if so told.
 * @throws DomainError `validation_failed` where nobody can save it; `invalid_state` with `payment_method_id` and
 * `next_action` while the customer must confirm it; and as `SavePaymentMethod` does.
 */
export const paymentBy = async (
  { unitOfWork, savePaymentMethod }: PaymentByDeps,
  actor: Actor,
  { checkout: { userId }, payment: { saving, ...payment } }: Paying,
): Promise<CheckoutPayment> => {
  const { token, method: saved, gateway, returnUrl, address } = payment;
  // before a refusal can tell what a guest's e-mail has ordered
  if (saved !== undefined && (userId === null || actor.checkout !== undefined)) throw unknownMethod();
  if (saving === null) return payment;
  if (token === undefined) throw notSaved('must be false, or omitted, with the id of a payment method that is saved');
  if (userId === null || actor.checkout !== undefined)
    throw notSaved('must be false, or omitted: only signed-in customers save payment methods');
  const save = await savePaymentMethod(actor, { userId, token, gateway, returnUrl, address, idempotency: saving });
  const method = await unitOfWork.run(save);
  if (!PaymentMethod.isActive(method)) throw unconfirmed(method);
  return { ...payment, token: undefined, method: { id: method.id, isOffSession: false } };
};

const notSaved = (message: string): DomainError =>
  invalid([{ path: ['payment_method', 'save'], code: 'any.only', message }]);

const unconfirmed = ({ id, redirectUrl }: PaymentMethod): DomainError =>
  new DomainError('conflict', 'invalid_state', 'The customer must confirm the payment method before it is charged.', {
    details: {
      current_state: 'requires_action',
      actions: [],
      payment_method_id: id,
      next_action: redirectUrl === null ? null : { redirect_url: redirectUrl },
    },
  });
