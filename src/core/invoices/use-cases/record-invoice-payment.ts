import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { Id, type IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { invoiceAuditEntry, invoicePaymentFailed } from '../records.ts';
import { issueCreditNote } from '../steps/issue-credit-note.ts';
import { callListeners, type InvoiceListener, storeInvoice } from '../steps/store-invoice.ts';
import { finalizeIn } from './finalize-invoice.ts';

/** What happened to a payment of an invoice, by its movement or its payment. */
type RecordedPayment =
  | Readonly<{ kind: 'paid' | 'refunded' | 'refund_failed'; amount: Money; by: Id }>
  /** `disputed`: a dispute of it was opened or won, which leaves the invoice as it is. */
  | Readonly<{ kind: 'failed' | 'disputed'; by: Id }>;

/**
 * Records a payment of an invoice. The first payment of a draft finalizes it; a refund is credited. The invoice must be
 * locked.
 */
export type RecordInvoicePayment = (
  actor: Actor,
  recorded: Readonly<{ invoice: Invoice; payment: RecordedPayment }>,
) => Work<Invoice, InvoicesTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; listeners: readonly InvoiceListener[] }>;

export const makeRecordInvoicePayment =
  ({ listeners, ...deps }: Deps): RecordInvoicePayment =>
  (actor, { invoice, payment }) =>
  async (tx) => {
    const after = await record(tx, { ...deps, actor }, { before: invoice, payment });
    await callListeners(listeners)(tx, actor, { before: invoice, after });
    if (payment.kind === 'refunded') await creditRefund(tx, { ...deps, actor }, { invoice: after, payment });
    return after;
  };

type Refund = Readonly<{ invoice: Invoice; payment: Extract<RecordedPayment, { amount: Money }> }>;

/** The credit note of a refund, as the last step of its transaction: others wait for the number. */
const creditRefund = async (
  tx: InvoicesTx,
  { actor, clock, ids }: Recorder,
  { invoice, payment: { amount, by } }: Refund,
): Promise<void> => {
  // a lost dispute is no refund
  const refundId = Id.is('re', by) ? by : null;
  const shop = await tx.shop.read();
  await issueCreditNote(tx, { actor, ids, shop, clock }, { invoice, amount, reason: 'refund', note: null, refundId });
};

type Recorder = Omit<Deps, 'listeners'> & Readonly<{ actor: Actor }>;

type Recording = Readonly<{ before: Invoice; payment: RecordedPayment }>;

const record = async (tx: InvoicesTx, { actor, clock }: Recorder, { before, payment }: Recording): Promise<Invoice> => {
  const at = clock.now();
  switch (payment.kind) {
    case 'paid': {
      const open =
        before.status === 'draft'
          ? await finalizeIn(tx, actor, {
              ...{ before, draft: { ...before, amountPrepaid: payment.amount } },
              ...{ shop: await tx.shop.read(), clock },
            })
          : before;
      // a finalization waits for its number
      const after = Invoice.recordPayment(open, payment.amount, clock.now());
      if (after.isCharged && after.attemptCount === 0) await tx.invoices.requestFile(after.id);
      return storeInvoice(tx, actor, { before: open, after, step: 'paid' });
    }
    case 'refunded': {
      const after = Invoice.recordRefund(before, payment.amount, at);
      return storeInvoice(tx, actor, { before, after, step: 'refunded' });
    }
    case 'refund_failed': {
      const after = Invoice.recordFailedRefund(before, payment.amount, at);
      return storeInvoice(tx, actor, { before, after, step: 'refund_failed' });
    }
    case 'disputed':
      return before;
    case 'failed': {
      const after = Invoice.recordFailure(before, at);
      await tx.invoices.save(after);
      await tx.events.append(actor, invoicePaymentFailed(before, after));
      await tx.audit.append(invoiceAuditEntry(actor, 'payment_failed', { before, after, at }));
      return after;
    }
  }
};
