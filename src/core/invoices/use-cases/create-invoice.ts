import { unknownUser } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { recordSale } from '#core/shop/steps/record-sale.ts';
import { Invoice } from '../invoice.ts';
import type { InvoiceFields } from '../invoice-fields.ts';
import type { InvoicesTx } from '../ports.ts';
import type { PrepareInvoice } from '../prepare-invoice.ts';
import { invoiceAuditEntry, invoiceCreated } from '../records.ts';
import { requireCountable } from '../steps/store-invoice.ts';

/** Creates a draft. */
export type CreateInvoice = (actor: Actor, fields: InvoiceFields) => Promise<Work<Invoice, InvoicesTx>>;

type Deps = Readonly<{ prepareInvoice: PrepareInvoice; clock: BusinessClock; ids: IdGenerator }>;

export const makeCreateInvoice =
  ({ prepareInvoice, clock, ids }: Deps): CreateInvoice =>
  async (actor, fields) => {
    const { draft, rules } = await prepareInvoice(fields, clock.now());
    return async (tx) => {
      await recordSale(tx, rules);
      // an erasure waits, or the user is gone
      if ((await tx.users.lockForShare(fields.user_id)) === undefined) throw unknownUser();
      const at = clock.now();
      const invoice = Invoice.draft({ ...draft, id: ids.next('inv'), orderId: null, subscriptionId: null }, at);
      requireCountable(invoice);
      await tx.invoices.add(invoice);
      await tx.events.append(actor, invoiceCreated(invoice));
      await tx.audit.append(invoiceAuditEntry(actor, 'created', { before: null, after: invoice, at }));
      return invoice;
    };
  };
