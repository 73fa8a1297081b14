import { p } from '@mikro-orm/postgresql';
import type { CreditNote } from '#core/invoices/credit-note.ts';
import { type PartyView, requiredPartyView } from '#core/invoices/invoice-view.ts';
import type { Id } from '#core/shared/id.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { chargedColumns, toChargedDocument, toChargedRow, toParty } from './invoice-parts.ts';
import { type Row, table } from './table.ts';

export const CreditNoteRow = table('credit_notes', {
  ...resourceColumns<'cn'>(),
  number: p.text(),
  invoice_id: id<'inv'>(),
  invoice_number: p.text(),
  user_id: id<'usr'>().strictNullable(),
  refund_id: p.text().$type<Id>().strictNullable(),
  reason: p.text().$type<CreditNote['reason']>(),
  note: p.text().strictNullable(),
  ...chargedColumns(),
  seller: json<PartyView>(),
  buyer: json<PartyView>().strictNullable(),
  footer: p.text().strictNullable(),
  erase_buyer_at: timestamp().strictNullable(),
  buyer_erased: p.boolean().default(false),
});

export type CreditNoteRow = Row<typeof CreditNoteRow>;

export const toCreditNoteRow = (note: CreditNote): CreditNoteRow => ({
  ...toChargedRow(note),
  id: note.id,
  version: note.version,
  number: note.number,
  invoice_id: note.invoiceId,
  invoice_number: note.invoiceNumber,
  user_id: note.userId,
  refund_id: note.refundId,
  reason: note.reason,
  note: note.note,
  seller: requiredPartyView(note.seller),
  buyer: note.buyer && requiredPartyView(note.buyer),
  footer: note.footer,
  erase_buyer_at: note.eraseBuyerAt,
  buyer_erased: note.isBuyerErased,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
});

export const toCreditNote = (row: CreditNoteRow): CreditNote => ({
  ...toChargedDocument(row),
  id: row.id,
  version: row.version,
  number: row.number,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  userId: row.user_id,
  refundId: row.refund_id,
  reason: row.reason,
  note: row.note,
  seller: toParty(row.seller),
  buyer: row.buyer && toParty(row.buyer),
  footer: row.footer,
  eraseBuyerAt: row.erase_buyer_at,
  isBuyerErased: row.buyer_erased,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
