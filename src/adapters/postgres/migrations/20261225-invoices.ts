import { Migration } from '@mikro-orm/migrations';

const CHARGED = `
  currency text not null, lines json not null, discount_lines json not null, tax_lines json not null,
  prices_include_tax boolean not null, tax_id text, tax_exemption text,
  subtotal numeric(16, 4) not null, discount numeric(16, 4) not null, tax numeric(16, 4) not null,
  total numeric(16, 4) not null`;

/** Invoices, credit notes, their numbers, and the shop's settings of them. */
export class Invoices extends Migration {
  override up(): void {
    this.addSql(`
      create table invoices (
        id text collate "C" primary key, version integer not null, number text, status text not null,
        user_id text collate "C", order_id text collate "C", subscription_id text collate "C", ${CHARGED},
        amount_paid numeric(16, 4) not null, amount_refunded numeric(16, 4) not null,
        amount_credited numeric(16, 4) not null, amount_due numeric(16, 4) not null, paid_out_of_band boolean not null,
        fields json, email text, billing_address json, seller json, buyer json, footer text,
        due_at timestamptz(3), finalized_at timestamptz(3), paid_at timestamptz(3), voided_at timestamptz(3),
        overdue_at timestamptz(3), metadata json not null, actions json not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        constraint invoices_finalized check ((number is null) = (finalized_at is null))
      )`);
    this.addSql('create unique index invoices_number on invoices (number) where number is not null');
    this.addSql('create index invoices_created on invoices (created_at, id)');
    this.addSql('create index invoices_user on invoices (user_id, created_at, id) where user_id is not null');
    this.addSql('create index invoices_order on invoices (order_id, created_at, id) where order_id is not null');
    this.addSql(`
      create index invoices_subscription on invoices (subscription_id, created_at, id)
      where subscription_id is not null`);
    this.addSql('create index invoices_status on invoices (status, created_at, id)');
    this.addSql(`
      create index invoices_overdue on invoices (due_at) where status = 'open' and overdue_at is null`);
    this.addSql(`
      create table credit_notes (
        id text collate "C" primary key, version integer not null, number text not null,
        invoice_id text collate "C" not null, invoice_number text not null, user_id text collate "C",
        refund_id text collate "C", reason text not null, note text, ${CHARGED},
        seller json not null, buyer json not null, footer text,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null
      )`);
    this.addSql('create unique index credit_notes_number on credit_notes (number)');
    // a refund is credited once
    this.addSql('create unique index credit_notes_refund on credit_notes (refund_id) where refund_id is not null');
    this.addSql('create index credit_notes_created on credit_notes (created_at, id)');
    this.addSql('create index credit_notes_invoice on credit_notes (invoice_id, created_at, id)');
    this.addSql('create index credit_notes_user on credit_notes (user_id, created_at, id) where user_id is not null');
    this.addSql('create index credit_notes_reason on credit_notes (reason, created_at, id)');
    this.addSql('create table document_numbers (document text primary key, last bigint not null)');
    this.addSql(`insert into document_numbers values ('invoice', 0), ('credit_note', 0)`);
    this.addSql(`
      alter table shop
        add column invoice_prefix text not null default 'INV-',
        add column credit_note_prefix text not null default 'CN-',
        add column invoice_footer text,
        add column payment_terms_days integer not null default 14,
        add column invoice_retention_years integer not null default 10`);
  }
}
