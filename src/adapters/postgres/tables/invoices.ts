import { defineEntity, p } from '@mikro-orm/postgresql';
import { Invoice } from '#core/invoices/invoice.ts';
import type { InvoiceFields } from '#core/invoices/invoice-fields.ts';
import { type PartyView, requiredPartyView } from '#core/invoices/invoice-view.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, resourceColumns, timestamp } from './column-types.ts';
import { chargedColumns, toChargedDocument, toChargedRow, toParty } from './invoice-parts.ts';
import type { Row } from './row.ts';

export const InvoiceRow = defineEntity({
  name: 'InvoiceRow',
  tableName: 'invoices',
  properties: {
    ...resourceColumns<'inv'>(),
    number: p.text().strictNullable(),
    status: p.text().$type<Invoice['status']>(),
    user_id: id<'usr'>().strictNullable(),
    order_id: id<'ord'>().strictNullable(),
    subscription_id: p.text().$type<`sub_${string}`>().strictNullable(),
    ...chargedColumns(),
    amount_paid: amount(),
    amount_refunded: amount(),
    amount_credited: amount(),
    // follows from the others
    amount_due: amount(),
    paid_out_of_band: p.boolean(),
    fields: json<InvoiceFields>().strictNullable(),
    email: p.text().strictNullable(),
    billing_address: json<NonNullable<Invoice['billingAddress']>>().strictNullable(),
    seller: json<PartyView>().strictNullable(),
    buyer: json<PartyView>().strictNullable(),
    footer: p.text().strictNullable(),
    due_at: timestamp().strictNullable(),
    finalized_at: timestamp().strictNullable(),
    paid_at: timestamp().strictNullable(),
    voided_at: timestamp().strictNullable(),
    overdue_at: timestamp().strictNullable(),
    erase_buyer_at: timestamp().strictNullable(),
    buyer_erased: p.boolean().default(false),
    metadata: json<Invoice['metadata']>(),
    actions: json<readonly string[]>(),
  },
});

export type InvoiceRow = Row<typeof InvoiceRow>;

export const toInvoiceRow = (invoice: Invoice): InvoiceRow => ({
  ...toChargedRow(invoice),
  id: invoice.id,
  version: invoice.version,
  number: invoice.number,
  status: invoice.status,
  user_id: invoice.userId,
  order_id: invoice.orderId,
  subscription_id: invoice.subscriptionId,
  amount_paid: invoice.amountPaid.toDecimal(),
  amount_refunded: invoice.amountRefunded.toDecimal(),
  amount_credited: invoice.amountCredited.toDecimal(),
  amount_due: Invoice.amountDue(invoice).toDecimal(),
  paid_out_of_band: invoice.isPaidOutOfBand,
  fields: invoice.fields,
  email: invoice.email,
  billing_address: invoice.billingAddress,
  seller: invoice.seller && requiredPartyView(invoice.seller),
  buyer: invoice.buyer && requiredPartyView(invoice.buyer),
  footer: invoice.footer,
  due_at: invoice.dueAt,
  finalized_at: invoice.finalizedAt,
  paid_at: invoice.paidAt,
  voided_at: invoice.voidedAt,
  overdue_at: invoice.overdueAt,
  erase_buyer_at: invoice.eraseBuyerAt,
  buyer_erased: invoice.isBuyerErased,
  metadata: invoice.metadata,
  actions: Invoice.actions(invoice),
  created_at: invoice.createdAt,
  updated_at: invoice.updatedAt,
});

export const toInvoice = (row: InvoiceRow): Invoice => ({
  ...toChargedDocument(row),
  id: row.id,
  version: row.version,
  number: row.number,
  status: row.status,
  userId: row.user_id,
  orderId: row.order_id,
  subscriptionId: row.subscription_id,
  amountPaid: amountOf(row.amount_paid, row.currency),
  amountRefunded: amountOf(row.amount_refunded, row.currency),
  amountCredited: amountOf(row.amount_credited, row.currency),
  isPaidOutOfBand: row.paid_out_of_band,
  fields: row.fields,
  email: row.email,
  billingAddress: row.billing_address,
  seller: row.seller && toParty(row.seller),
  buyer: row.buyer && toParty(row.buyer),
  footer: row.footer,
  dueAt: row.due_at,
  finalizedAt: row.finalized_at,
  paidAt: row.paid_at,
  voidedAt: row.voided_at,
  overdueAt: row.overdue_at,
  eraseBuyerAt: row.erase_buyer_at,
  isBuyerErased: row.buyer_erased,
  metadata: row.metadata,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
