import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { Invoice } from '../invoice.ts';
import { storeInvoice } from './store-invoice.ts';

/** Marks one open invoice whose due date has passed. Several processes may run it. @returns the number. */
export type AnnounceOverdueInvoices = () => Promise<number>;

export const makeAnnounceOverdueInvoices =
  ({ unitOfWork, clock }: Readonly<{ unitOfWork: UnitOfWork; clock: BusinessClock }>): AnnounceOverdueInvoices =>
  () =>
    unitOfWork.run(async (tx) => {
      const at = clock.now();
      const before = await tx.invoices.claimOverdue(at);
      if (before === undefined) return 0;
      await storeInvoice(tx, Actor.system, { before, after: Invoice.markOverdue(before, at), step: 'overdue' });
      return 1;
    });
