import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { CreditNote } from '../credit-note.ts';
import { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';

/**
 * Erases the buyer of one invoice or credit note whose retention has ended, with its file. Several processes may run it.
 * @returns the number.
 */
export type EraseRetainedBuyers = () => Promise<number>;

export const makeEraseRetainedBuyers =
  ({
    unitOfWork,
    clock,
  }: Readonly<{ unitOfWork: UnitOfWork<InvoicesTx>; clock: BusinessClock }>): EraseRetainedBuyers =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = clock.now();
      const invoice = await tx.invoices.claimRetained(at);
      if (invoice !== undefined) {
        await tx.invoices.save(Invoice.eraseBuyer(invoice, at));
        await tx.invoices.removeFile(invoice.id);
        return 1;
      }
      const note = await tx.invoices.claimRetainedCreditNote(at);
      if (note === undefined) return 0;
      await tx.invoices.saveCreditNote(CreditNote.eraseBuyer(note, at));
      await tx.invoices.removeFile(note.id);
      return 1;
    });
