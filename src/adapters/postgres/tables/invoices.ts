import { p } from '@mikro-orm/postgresql';
import { Invoice } from '#core/invoices/invoice.ts';
import type { InvoiceFields } from '#core/invoices/invoice-fields.ts';
import { type PartyView, requiredPartyView } from '#core/invoices/invoice-view.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { chargedColumns, toChargedDocument, toChargedRow, toParty } from './invoice-parts.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'inv'>(),
  number: p.text().strictNullable(),
  status: p.text().$type<Invoice['status']>(),
  user_id: id<'usr'>().strictNullable(),
  order_id: id<'ord'>().strictNullable(),
  subscription_id: p.text().$type<`sub_${string}`>().strictNullable(),
  subscription_version: p.integer().strictNullable(),
  attempt_count: p.integer(),
  fields: json<InvoiceFields>().strictNullable(),
  email: p.text().strictNullable(),
  billing_address: json<NonNullable<Invoice['billingAddress']>>().strictNullable(),
  country: p.text().strictNullable(),
  footer: p.text().strictNullable(),
  due_at: timestamp().strictNullable(),
  finalized_at: timestamp().strictNullable(),
  paid_at: timestamp().strictNullable(),
  voided_at: timestamp().strictNullable(),
  overdue_at: timestamp().strictNullable(),
  sent_at: timestamp().strictNullable(),
  erase_buyer_at: timestamp().strictNullable(),
  metadata: json<Invoice['metadata']>(),
});

export const InvoiceRow = table('invoices', {
  ...copied.columns,
  ...chargedColumns(),
  amount_paid: amount(),
  amount_refunded: amount(),
  amount_credited: amount(),
  // follows from the others
  amount_due: amount(),
  amount_out_of_band: amount(),
  amount_prepaid: amount(),
  seller: json<PartyView>().strictNullable(),
  buyer: json<PartyView>().strictNullable(),
  buyer_erased: p.boolean().default(false),
  charged: p.boolean().default(false),
  actions: json<readonly string[]>(),
});

export type InvoiceRow = Row<typeof InvoiceRow>;

export const toInvoiceRow = (invoice: Invoice): InvoiceRow => ({
  ...toChargedRow(invoice),
  ...copied.toColumns(invoice),
  amount_paid: invoice.amountPaid.toDecimal(),
  amount_refunded: invoice.amountRefunded.toDecimal(),
  amount_credited: invoice.amountCredited.toDecimal(),
  amount_due: Invoice.amountDue(invoice).toDecimal(),
  amount_out_of_band: invoice.amountOutOfBand.toDecimal(),
  amount_prepaid: invoice.amountPrepaid.toDecimal(),
  seller: invoice.seller && requiredPartyView(invoice.seller),
  buyer: invoice.buyer && requiredPartyView(invoice.buyer),
  buyer_erased: invoice.isBuyerErased,
  charged: invoice.isCharged,
  actions: Invoice.actions(invoice),
});

export const toInvoice = (row: InvoiceRow): Invoice => ({
  ...toChargedDocument(row),
  ...copied.toProperties(row),
  amountPaid: amountOf(row.amount_paid, row.currency),
  amountRefunded: amountOf(row.amount_refunded, row.currency),
  amountCredited: amountOf(row.amount_credited, row.currency),
  amountOutOfBand: amountOf(row.amount_out_of_band, row.currency),
  amountPrepaid: amountOf(row.amount_prepaid, row.currency),
  seller: row.seller && toParty(row.seller),
  buyer: row.buyer && toParty(row.buyer),
  isBuyerErased: row.buyer_erased,
  isCharged: row.charged,
});
