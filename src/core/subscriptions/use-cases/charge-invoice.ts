import type { InvoiceId } from '#core/invoices/invoice.ts';
import { Payment } from '#core/payments/payment.ts';
import type { CreatePayment, StoreAndBegin } from '#core/payments/use-cases/create-payment.ts';
import type { FinishedOperation } from '#core/payments/use-cases/record-outcome.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';

/**
 * Charges an invoice in its payer's absence.
 * @returns `waiting` if the outcome is unknown, or another payment is in progress; `refused` also if the method is gone.
 */
export type ChargeInvoice = (
  charge: Readonly<{ invoiceId: InvoiceId; methodId: Id<'pm'>; storeAndBegin?: StoreAndBegin }>,
) => Promise<'charged' | 'waiting' | 'refused'>;

/** The service charges on behalf of the staff. */
const BILLING: Actor = { ...Actor.system, scopes: new Set(['payments:write']) };

export const makeChargeInvoice =
  ({
    unitOfWork,
    createPayment,
  }: Readonly<{ unitOfWork: UnitOfWork<SubscriptionsTx>; createPayment: CreatePayment }>): ChargeInvoice =>
  async ({ invoiceId, methodId, storeAndBegin }) => {
    try {
      const request = {
        payableId: invoiceId,
        method: { id: methodId, isOffSession: true },
        captureMethod: 'automatic',
        returnUrl: null,
        metadata: {},
        address: '',
        idempotency: null,
      } as const;
      const recordOutcome = await createPayment(BILLING, request, storeAndBegin);
      // a recorded decline is no failure of the transaction
      return await unitOfWork.run((tx) => recordOutcome(tx).then(outcomeOf, refusedIfDeclined));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // another payment is in progress, or it was paid meanwhile
      if (error.code === 'invalid_state') return 'waiting';
      if (isRefusal(error)) return 'refused';
      throw error;
    }
  };

type Outcome = Awaited<ReturnType<ChargeInvoice>>;

const outcomeOf = ({ payment }: FinishedOperation): Outcome => {
  // nobody is there to authenticate it
  if (payment.status === 'requires_action') return 'refused';
  return Payment.isOpen(payment) ? 'waiting' : 'charged';
};

const refusedIfDeclined = (error: unknown): Outcome => {
  if (error instanceof DomainError && error.code === 'payment_declined') return 'refused';
  throw error;
};

/** The payment method is gone. */
const isRefusal = ({ code }: DomainError): boolean => ['unknown_reference', 'validation_failed'].includes(code);
