import { Migration } from '@mikro-orm/migrations';

/** Adds disputes of payments and refunds that failed after they had succeeded, and their movements. */
export class Disputes extends Migration {
  override up(): void {
    this.#columns();
    this.#movements();
    this.#functions();
    this.#discrepancies();
    // versions before cannot read orders that are partially paid, and refunds that were reversed
    this.addSql("insert into schema_requirements values ('20261202-disputes')");
  }

  // with defaults, so that a process of the version before can still insert
  #columns(): void {
    this.addSql(`
      alter table payments
        add column amount_reversed numeric(16, 4) not null default 0,
        add column has_failed_refund boolean not null default false,
        add column disputes json,
        add column amount_disputed numeric(16, 4) not null default 0 check (amount_disputed >= 0),
        add column needs_attention boolean not null default false`);
    this.addSql(`
      alter table payments drop constraint payments_refunded,
        add constraint payments_refunded check (
          amount_refunded >= 0 and amount_refunded + amount_refunding + amount_disputed <= amount_captured)`);
    this.addSql(`
      create index payments_needing_attention on payments (created_at, id) where needs_attention`);
    this.addSql(`
      alter table sandbox_charges
        add column failed_refunds json not null default '[]', add column dispute json`);
    // an order that was paid again holds more than its total when the refund of its first payment fails
    this.addSql('alter table orders drop constraint orders_check');
  }

  #movements(): void {
    this.addSql(`
      alter table ledger_entries drop constraint ledger_entries_kind_check,
        add constraint ledger_entries_kind_check check (
          kind in ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_won', 'dispute_lost'))`);
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
              count(*) filter (where (currency, order_id) <> (p.currency, p.order_id))
            from ledger_entries where payment_id = payment)
        ) then
          raise exception 'The amounts of payment % differ from its ledger entries.', payment
            using errcode = 'integrity_constraint_violation';
        end if;
      end $$`);
    this.addSql('drop trigger payments_match_ledger_on_update on payments');
    this.addSql(`
      create constraint trigger payments_match_ledger_on_update after update on payments
        deferrable initially deferred for each row
        when (new.amount_captured <> old.amount_captured or new.amount_refunded <> old.amount_refunded
          or new.amount_disputed <> old.amount_disputed)
        execute function check_payment_matches_ledger()`);
  }

  /** Empty while the ledger balances. */
  #discrepancies(): void {
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
          left join (
            select order_id, coalesce(sum(credit) filter (where kind = 'capture'), 0) as paid,
              sum(debit) - coalesce(sum(credit) filter (where kind = 'refund_reversal'), 0) as refunded
            from ledger_entries where account = 'orders' group by order_id
          ) moved on moved.order_id = o.id
          where (o.amount_paid, o.amount_refunded) <> (coalesce(moved.paid, 0), coalesce(moved.refunded, 0))
        union all
        select distinct moved.movement_id, 'the movement has no payment' from ledger_entries moved
          where not exists (select from payments p where p.id = moved.payment_id)`);
  }
}
