import { p } from '@mikro-orm/postgresql';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PaymentLink } from '#core/payments/links/payment-link.ts';
import { PayableId } from '#core/payments/payable-id.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'plink'>(),
  is_active: p.boolean(),
  sent_at: timestamp().strictNullable(),
});

export const PaymentLinkRow = table('payment_links', {
  ...copied.columns,
  // one of the two is null
  order_id: id<'ord'>().strictNullable(),
  invoice_id: id<'inv'>().strictNullable(),
  ...actorColumns(),
});

type PaymentLinkRow = Row<typeof PaymentLinkRow>;

export const toPaymentLinkRow = (link: PaymentLink): PaymentLinkRow => ({
  ...copied.toColumns(link),
  order_id: PayableId.order(link.payableId),
  invoice_id: PayableId.invoice(link.payableId),
  ...toActorColumns(link.createdBy),
});

export const toPaymentLink = (row: PaymentLinkRow): PaymentLink => ({
  ...copied.toProperties(row),
  payableId: (row.order_id ?? row.invoice_id) as OrderId | InvoiceId,
  createdBy: toActor(row),
});
