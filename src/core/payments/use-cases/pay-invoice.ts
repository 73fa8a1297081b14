import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import type { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported, invalid, orNotFound } from '#core/shared/domain-error.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { PaymentMethodId } from '../methods/payment-method.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import type { ChosenMethod } from '../steps/payment-source.ts';
import type { CreatePayment } from './create-payment.ts';

type Command = Readonly<{
  id: InvoiceId;
  /** A token or a saved method; the default method of the invoice's user if both are omitted. */
  token?: string | undefined;
  methodId?: PaymentMethodId | undefined;
  gateway?: string | undefined;
  returnUrl: string | null;
  address: string;
  idempotency: IdempotentRequest | null;
  isDryRun: boolean;
}>;

/** Charges what is due of an invoice at once. @returns the invoice, which is open while the payer has to act. */
export type PayInvoice = (actor: Actor, command: Command) => Promise<Work<Invoice, PaymentsTx>>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<PaymentsTx>; createPayment: CreatePayment }>;

export const makePayInvoice =
  ({ unitOfWork, createPayment }: Deps): PayInvoice =>
  async (actor, { id, token, methodId, isDryRun, ...command }) => {
    const invoice = orNotFound(await unitOfWork.run((tx) => tx.invoices.find(id)), 'invoice', id);
    requireOwnership(actor, 'payments:write', { kind: 'invoice', id, userId: invoice.userId });
    if (isDryRun) throw dryRunUnsupported('The request calls the payment gateway, which cannot be rolled back.');
    Invoice.requirePayable(invoice);
    // staff charge a customer who is absent
    const isOffSession = accessLevelOf(actor, 'payments:write') === 'all';
    const chosen = token === undefined ? (methodId ?? (await defaultMethodOf(unitOfWork, invoice))) : undefined;
    const method: ChosenMethod | undefined = chosen && { id: chosen, isOffSession };
    const paying = await createPayment(actor, {
      ...command,
      token,
      method,
      payableId: id,
      captureMethod: 'automatic',
      metadata: {},
    });
    return async (tx) => {
      await paying(tx);
      return tx.invoices.get(id);
    };
  };

const defaultMethodOf = async (unitOfWork: UnitOfWork<PaymentsTx>, { userId }: Invoice): Promise<PaymentMethodId> => {
  const found = userId === null ? undefined : await unitOfWork.run((tx) => tx.paymentMethods.findDefault(userId));
  if (found !== undefined) return found;
  const message = 'is required: the user of the invoice has no default payment method';
  throw invalid([{ path: ['payment_method'], code: 'any.required', message }]);
};
