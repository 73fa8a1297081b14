import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { billOrder } from '../steps/follow-order.ts';
import { callListeners, type InvoiceListener, lockInvoice, storeInvoice } from '../steps/store-invoice.ts';

const STEPS = {
  void: { take: Invoice.void, name: 'voided' },
  mark_uncollectible: { take: Invoice.markUncollectible, name: 'marked_uncollectible' },
  pay_out_of_band: { take: Invoice.payOutOfBand, name: 'paid_out_of_band' },
} as const;

type InvoiceDecision = keyof typeof STEPS;

/** Voids a finalized invoice, gives it up, or records that it was paid without a payment of this service. */
export type StepInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; decision: InvoiceDecision; expected: ExpectedVersions }>,
) => Work<Invoice, InvoicesTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; listeners: readonly InvoiceListener[] }>;

export const makeStepInvoice =
  ({ clock, ids, listeners }: Deps): StepInvoice =>
  (actor, { id, decision, expected }) =>
  async (tx) => {
    const { invoice: before, order } = await lockInvoice(tx, id);
    await requireVersion(tx.events, before, expected);
    const { take, name } = STEPS[decision];
    if (decision !== 'mark_uncollectible') await requireNoPayment(tx, before);
    const after = await storeInvoice(tx, actor, { before, after: take(before, clock.now()), step: name });
    await callListeners(listeners)(tx, actor, { before, after });
    const isReleased = order !== undefined && after.status === 'void';
    if (isReleased) await billOrder(tx, { actor, ids, clock }, { order, invoiceId: null });
    return after;
  };

/** @throws DomainError `invalid_state` while a payment is pending: the money may arrive. */
const requireNoPayment = async (tx: InvoicesTx, invoice: Invoice): Promise<void> => {
  const { isPending, open } = await tx.payments.paymentStateOf(invoice);
  if (!isPending) return;
  const message = `The payment ${open?.id ?? ''} of the invoice is pending. Try again when it has ended, or cancel it.`;
  throw invalidState(message, invoice.status, Invoice.actions(invoice));
};
