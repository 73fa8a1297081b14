import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Invoice } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { callListeners, type InvoiceListener, storeInvoice } from '../steps/store-invoice.ts';

/** Marks one open invoice whose due date has passed. Several processes may run it. @returns the number. */
export type AnnounceOverdueInvoices = () => Promise<number>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<InvoicesTx>;
  clock: BusinessClock;
  listeners: readonly InvoiceListener[];
}>;

export const makeAnnounceOverdueInvoices =
  ({ unitOfWork, clock, listeners }: Deps): AnnounceOverdueInvoices =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = clock.now();
      const before = await tx.invoices.claimOverdue(at);
      if (before === undefined) return 0;
      const after = Invoice.markOverdue(before, at);
      await storeInvoice(tx, Actor.system, { before, after, step: 'overdue' });
      await callListeners(listeners)(tx, Actor.system, { before, after });
      return 1;
    });
