import { p } from '@mikro-orm/postgresql';
import type { CreditNote } from '#core/invoices/credit-note.ts';
import { type PartyView, requiredPartyView } from '#core/invoices/invoice-view.ts';
import type { Id } from '#core/shared/id.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { chargedColumns, toChargedDocument, toChargedRow, toParty } from './invoice-parts.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'cn'>(),
  number: p.text(),
  invoice_id: id<'inv'>(),
  invoice_number: p.text(),
  user_id: id<'usr'>().strictNullable(),
  refund_id: p.text().$type<Id>().strictNullable(),
  reason: p.text().$type<CreditNote['reason']>(),
  note: p.text().strictNullable(),
  footer: p.text().strictNullable(),
  erase_buyer_at: timestamp().strictNullable(),
});

export const CreditNoteRow = table('credit_notes', {
  ...copied.columns,
  ...chargedColumns(),
  seller: json<PartyView>(),
  buyer: json<PartyView>().strictNullable(),
  buyer_erased: p.boolean().default(false),
});

export type CreditNoteRow = Row<typeof CreditNoteRow>;

export const toCreditNoteRow = (note: CreditNote): CreditNoteRow => ({
  ...toChargedRow(note),
  ...copied.toColumns(note),
  seller: requiredPartyView(note.seller),
  buyer: note.buyer && requiredPartyView(note.buyer),
  buyer_erased: note.isBuyerErased,
});

export const toCreditNote = (row: CreditNoteRow): CreditNote => ({
  ...toChargedDocument(row),
  ...copied.toProperties(row),
  seller: toParty(row.seller),
  buyer: row.buyer && toParty(row.buyer),
  isBuyerErased: row.buyer_erased,
});
