import type { Invoice, InvoiceId } from '#core/invoices/invoice.ts';
import { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import type { DunningSchedule } from '../dunning.ts';
import type { Subscription } from '../subscription.ts';
import { recordUnpaid, settleCharge } from './follow-invoice.ts';

/**
 * Charges the open invoices of a subscription, the oldest first, until one is declined. The payments are recorded before
 * the gateway is called, and their outcome changes the subscription in the same transaction as the invoice.
 */
export type ChargeSubscription = (subscription: Subscription) => Promise<void>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  clock: BusinessClock;
  createPayment: CreatePayment;
  schedule: DunningSchedule;
}>;

/** The service charges on behalf of the staff. */
const BILLING: Actor = { ...Actor.system, scopes: new Set(['payments:write']) };

export const makeChargeSubscription =
  ({ unitOfWork, clock, createPayment, schedule }: Deps): ChargeSubscription =>
  async (subscription) => {
    const { open, methodId } = await unitOfWork.run(async (tx) => ({
      open: await tx.invoices.listOpenOf(subscription.id),
      methodId: await methodOf(tx, subscription),
    }));
    // what is sent is paid by the customer; its retries only count
    if (open.length > 0 && subscription.collection === 'send') {
      return unitOfWork.run((tx) => recordUnpaid(tx, subscription, { schedule, at: clock.now() }));
    }
    if (open.length === 0) return unitOfWork.run((tx) => settleCharge(tx, subscription.id, clock.now()));
    for (const invoice of open) {
      const isCharged = methodId !== null && (await charge(invoice, methodId));
      if (isCharged) continue;
      // a decline was recorded with its payment, which gave the subscription another version
      return unitOfWork.run((tx) => recordUnpaid(tx, subscription, { schedule, at: clock.now() }));
    }

    async function charge({ id }: Invoice, method: Id<'pm'>): Promise<boolean> {
      try {
        const work = await createPayment(BILLING, paymentOf(id, method));
        await unitOfWork.run(work);
        return true;
      } catch (error) {
        // in progress: its outcome will be recorded by reconciliation
        if (error instanceof DomainError && error.code === 'invalid_state') return true;
        if (error instanceof DomainError && isRefusal(error)) return false;
        throw error;
      }
    }
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

/** The subscription's payment method, or else the user's default. */
const methodOf = async (tx: Transaction, { paymentMethodId, userId }: Subscription): Promise<Id<'pm'> | null> => {
  if (paymentMethodId !== null) return paymentMethodId;
  const methods = await tx.paymentMethods.listOf(userId);
  return methods.find((method) => method.isDefault && !PaymentMethod.isDeleted(method))?.id ?? null;
};
