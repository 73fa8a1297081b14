import { Migration } from '@mikro-orm/migrations';

/** Payments of invoices, which the ledger has in an account of their own. */
export class InvoicePayments extends Migration {
  override up(): void {
    this.addSql('alter table payments rename column order_id to payable_id');
    this.addSql('alter table ledger_entries rename column order_id to payable_id');
    this.#functions();
    this.#discrepancies();
    this.addSql(`
      alter table invoices
        add column amount_out_of_band numeric(16, 4) not null default 0,
        add column attempt_count integer not null default 0`);
    this.addSql('alter table invoices drop column paid_out_of_band');
    // versions before know the former columns only
    this.addSql("insert into schema_requirements values ('20261230-invoice-payments')");
  }

  #functions(): void {
    this.addSql(`
      create or replace function require_payment_matches_ledger(payment text) returns void language plpgsql as $$
      begin
        if not exists (
          select from payments p
          where p.id = payment and (p.amount_captured, p.amount_refunded, p.amount_disputed, 0) = (
            select coalesce(sum(debit) filter (where kind = 'capture'), 0),
              coalesce(sum(debit) filter (where kind in ('refund', 'dispute_lost')), 0)
                - coalesce(sum(debit) filter (where kind = 'refund_reversal'), 0),
              coalesce(sum(debit) filter (where kind = 'dispute'), 0)
                - coalesce(sum(debit) filter (where kind in ('dispute_won', 'dispute_lost')), 0),
              count(*) filter (where (currency, payable_id) <> (p.currency, p.payable_id))
            from ledger_entries where payment_id = payment)
        ) then
          raise exception 'The amounts of payment % differ from its ledger entries.', payment
            using errcode = 'integrity_constraint_violation';
        end if;
      end $$`);
  }

  /** Empty while the ledger balances. */
  #discrepancies(): void {
    const moved = (account: string) => `
      select payable_id, coalesce(sum(credit) filter (where kind = 'capture'), 0) as paid,
        sum(debit) - coalesce(sum(credit) filter (where kind = 'refund_reversal'), 0) as refunded
      from ledger_entries where account = '${account}' group by payable_id`;
    this.addSql(`
      create or replace view ledger_discrepancies as
        select movement_id as id, 'debits do not equal credits' as discrepancy from ledger_entries
          group by movement_id having sum(debit) <> sum(credit) or count(distinct currency) <> 1
        union all
        select p.id, 'the payment differs from its movements' from payments p
          left join (
            select payment_id, coalesce(sum(debit) filter (where kind = 'capture'), 0) as captured,
              coalesce(sum(debit) filter (where kind in ('refund', 'dispute_lost')), 0)
                - coalesce(sum(debit) filter (where kind = 'refund_reversal'), 0) as refunded,
              coalesce(sum(debit) filter (where kind = 'dispute'), 0)
                - coalesce(sum(debit) filter (where kind in ('dispute_won', 'dispute_lost')), 0) as disputed,
              array_agg(distinct currency) as currencies
            from ledger_entries group by payment_id
          ) moved on moved.payment_id = p.id
          where (p.amount_captured, p.amount_refunded, p.amount_disputed)
              <> (coalesce(moved.captured, 0), coalesce(moved.refunded, 0), coalesce(moved.disputed, 0))
            or moved.currencies <> array[p.currency]
        union all
        select o.id, 'the order differs from its movements' from orders o
          left join (${moved('orders')}) moved on moved.payable_id = o.id
          where (o.amount_paid, o.amount_refunded) <> (coalesce(moved.paid, 0), coalesce(moved.refunded, 0))
        union all
        select i.id, 'the invoice differs from its movements' from invoices i
          left join (${moved('invoices')}) moved on moved.payable_id = i.id
          where i.order_id is null
            and (i.amount_paid, i.amount_refunded) <> (coalesce(moved.paid, 0), coalesce(moved.refunded, 0))
        union all
        select distinct moved.movement_id, 'the movement has no payment' from ledger_entries moved
          where not exists (select from payments p where p.id = moved.payment_id)`);
  }
}
