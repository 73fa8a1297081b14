import type { InvoiceId } from '#core/invoices/invoice.ts';
import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import { Payment } from '#core/payments/payment.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import type { DunningSchedule } from '../dunning.ts';
import type { Subscription } from '../subscription.ts';
import { listOwed, recordUnpaid, settleCharge } from './follow-invoice.ts';

/**
 * Charges the owed invoices of a subscription, the oldest first, until one is declined. The payments are recorded before
 * the gateway is called, and their outcome changes the subscription in the same transaction as the invoice.
 * @param only The invoice that alone is owed, if that is known.
 * @returns `waiting` if the outcome of a payment is unknown: reconciliation records it.
 */
export type ChargeSubscription = (subscription: Subscription, only?: InvoiceId | null) => Promise<'done' | 'waiting'>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  clock: BusinessClock;
  createPayment: CreatePayment;
  schedule: DunningSchedule;
}>;

/** The service charges on behalf of the staff. */
const BILLING: Actor = { ...Actor.system, scopes: new Set(['payments:write']) };

export const makeChargeSubscription = ({ unitOfWork, clock, createPayment, schedule }: Deps): ChargeSubscription => {
  const charge = async (id: InvoiceId, method: Id<'pm'>): Promise<'charged' | 'waiting' | 'refused'> => {
    try {
      const { payment } = await unitOfWork.run(await createPayment(BILLING, paymentOf(id, method)));
      // nobody is there to authenticate it
      if (payment.status === 'requires_action') return 'refused';
      return Payment.isOpen(payment) ? 'waiting' : 'charged';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // another payment is in progress, or it was paid meanwhile
      if (error.code === 'invalid_state') return 'waiting';
      if (isRefusal(error)) return 'refused';
      throw error;
    }
  };

  const recordFailure = async (subscription: Subscription): Promise<'done'> => {
    // a decline was recorded with its payment, which gave the subscription another version
    await unitOfWork.run((tx) => recordUnpaid(tx, subscription, { schedule, at: clock.now() }));
    return 'done';
  };

  const readOwed = (subscription: Subscription) =>
    unitOfWork.run(async (tx) => ({
      open: (await listOwed(tx, subscription)).map(({ id }) => id),
      methodId: await methodOf(tx, subscription),
    }));

  return async (subscription, only = null) => {
    const { paymentMethodId, collection } = subscription;
    const isKnown = only !== null && paymentMethodId !== null && collection === 'charge';
    const { open, methodId } = isKnown ? { open: [only], methodId: paymentMethodId } : await readOwed(subscription);
    // what is sent is paid by the customer: its retries only count
    if (open.length > 0 && collection === 'send') return recordFailure(subscription);
    if (open.length === 0) {
      await unitOfWork.run((tx) => settleCharge(tx, subscription.id, clock.now()));
      return 'done';
    }
    let result: 'done' | 'waiting' = 'done';
    for (const invoice of open) {
      const outcome = methodId === null ? 'refused' : await charge(invoice, methodId);
      if (outcome === 'refused') return recordFailure(subscription);
      if (outcome === 'waiting') result = outcome;
    }
    return result;
  };
};

/** Declined, or the payment method is gone. */
const isRefusal = ({ code }: DomainError): boolean =>
  ['payment_declined', 'unknown_reference', 'validation_failed'].includes(code);

const paymentOf = (payableId: InvoiceId, id: Id<'pm'>): Parameters<CreatePayment>[1] => ({
  payableId,
  method: { id, isOffSession: true },
  captureMethod: 'automatic',
  returnUrl: null,
  metadata: {},
  address: '',
  idempotency: null,
});

/** The subscription's payment method, or else the user's default; null if there is none. */
export const methodOf = async (
  tx: Transaction,
  { paymentMethodId, userId }: Pick<Subscription, 'paymentMethodId' | 'userId'>,
): Promise<Id<'pm'> | null> => {
  if (paymentMethodId !== null) return paymentMethodId;
  const methods = await tx.paymentMethods.listOf(userId);
  return methods.find((method) => method.isDefault && !PaymentMethod.isDeleted(method))?.id ?? null;
};
