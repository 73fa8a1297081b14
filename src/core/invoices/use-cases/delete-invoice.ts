import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoicesTx } from '../ports.ts';
import { billOrder } from '../steps/follow-order.ts';
import { lockInvoice, removeDraft } from '../steps/store-invoice.ts';

/** Deletes a draft. A finalized invoice is voided instead. */
export type DeleteInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; expected: ExpectedVersions }>,
) => Work<void, InvoicesTx>;

export const makeDeleteInvoice =
  ({ clock, ids }: Readonly<{ clock: BusinessClock; ids: IdGenerator }>): DeleteInvoice =>
  (actor, { id, expected }) =>
  async (tx) => {
    const { invoice: before, order } = await lockInvoice(tx, id);
    await requireVersion(tx.events, before, expected);
    Invoice.requireNotAwaited(before);
    await removeDraft(tx, actor, { draft: before, at: clock.now() });
    if (order !== undefined) await billOrder(tx, { actor, ids, clock }, { order, invoiceId: null });
  };
