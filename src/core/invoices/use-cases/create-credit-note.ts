import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { CreditNote, CreditNoteReason } from '../credit-note.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { issueCreditNote } from '../steps/issue-credit-note.ts';
import { callListeners, type InvoiceListener, storeInvoice } from '../steps/store-invoice.ts';

type Command = Readonly<{
  invoiceId: InvoiceId;
  /** In major units; all that is due if omitted. */
  amount?: number | undefined;
  reason: CreditNoteReason;
  note: string | null;
}>;

/** Takes an amount off what is due of a finalized invoice. Refunds of its payments create credit notes themselves. */
export type CreateCreditNote = (actor: Actor, command: Command) => Promise<Work<CreditNote, InvoicesTx>>;

type Deps = Readonly<{
  shop: ShopQueries;
  clock: BusinessClock;
  ids: IdGenerator;
  listeners: readonly InvoiceListener[];
}>;

export const makeCreateCreditNote =
  ({ shop: shops, clock, ids, listeners }: Deps): CreateCreditNote =>
  async (actor, { invoiceId, amount, reason, note }) => {
    const shop = await shops.get();
    return async (tx) => {
      const before = await creditedInvoice(tx, invoiceId);
      Invoice.require(before, 'credit');
      const credited = requestedAmount(before, amount);
      const after = Invoice.credit(before, credited, clock.now());
      await storeInvoice(tx, actor, { before, after, step: 'credited' });
      await callListeners(listeners)(tx, actor, { before, after });
      const credit = { invoice: after, amount: credited, reason, note, refundId: null };
      return issueCreditNote(tx, { actor, ids, shop, clock }, credit);
    };
  };

const creditedInvoice = (tx: InvoicesTx, id: InvoiceId): Promise<Invoice> =>
  tx.invoices.get(id).catch((error: unknown) => {
    const isAbsent = error instanceof DomainError && error.kind === 'not_found';
    const message = 'must be the id of an existing invoice';
    throw isAbsent ? unknownReference([{ path: ['invoice_id'], code: 'any.only', message }]) : error;
  });

/** @throws DomainError `validation_failed` for more than is due. */
const requestedAmount = (invoice: Invoice, major: number | undefined): Money => {
  const due = Invoice.amountDue(invoice);
  if (major === undefined) return due;
  const amount = Money.parse(major, invoice.currency);
  const path = ['amount'];
  if (!(amount instanceof Money)) throw invalid([{ path, ...describeMoneyError(amount, invoice.currency) }]);
  if (amount.minor > 0n && amount.compare(due) <= 0) return amount;
  const message = `must be more than 0 and at most ${due.toDecimal()}, the amount due`;
  throw invalid([{ path, code: 'number.max', message }]);
};
