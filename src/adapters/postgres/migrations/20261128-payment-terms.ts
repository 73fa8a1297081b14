import { Migration } from '@mikro-orm/migrations';

/** Renames tables, columns, functions and triggers to the terms of the glossary, and stores a payment's actions. */
export class PaymentTerms extends Migration {
  override up(): void {
    this.#webhooks();
    this.#columns();
    this.#actions();
    this.#functions();
    this.#triggers();
    this.#discrepancies();
  }

  #webhooks(): void {
    this.addSql('alter table gateway_callbacks rename to gateway_webhooks');
    this.addSql('alter table gateway_webhooks rename constraint gateway_callbacks_pkey to gateway_webhooks_pkey');
    this.addSql('alter index gateway_callbacks_created rename to gateway_webhooks_created');
  }

  #columns(): void {
    this.addSql('alter table payments rename column is_surplus to is_overpayment');
    this.addSql('alter table payments rename column check_at to next_check_at');
    this.addSql('alter table payments rename column checks to check_count');
    this.addSql('alter table payments rename column is_under_way to is_pending');
    this.addSql('alter index payments_check rename to payments_next_check');
    this.addSql('alter index payments_one_at_a_time rename to payments_one_open');
    this.addSql('alter table payment_operations rename column request_name to idempotency_key');
    this.addSql('alter index payment_operations_request rename to payment_operations_idempotency_key');
  }

  #actions(): void {
    this.addSql('alter table payments add column actions json');
    this.addSql(`
      update payments set actions = array_to_json(
        case
          when is_voiding then '{}'::text[]
          when status = 'authorized' then '{capture,cancel}'
          when status = 'requires_action' then '{cancel}'
          else '{}' end
        || case when amount_captured > amount_refunded + amount_refunding then '{refund}'::text[] else '{}' end)`);
    this.addSql('alter table payments alter column actions set not null');
  }

  #functions(): void {
    this.addSql(`
      create or replace function require_saved(is_saved boolean) returns void language plpgsql as $$
      begin
        if not is_saved then
          raise exception 'The stored version is not the one before the saved version.' using errcode = 'RN003';
        end if;
      end $$`);
    this.addSql(`
      create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'Ledger entries cannot be changed and payments cannot be deleted: add a reversing movement.'
          using errcode = 'restrict_violation';
      end $$`);
    this.addSql('alter function require_moved(text) rename to require_payment_matches_ledger');
    this.addSql(`
      create or replace function require_payment_matches_ledger(payment text) returns void language plpgsql as $$
      begin
        if not exists (
          select from payments p where p.id = payment and (p.amount_captured, p.amount_refunded, 0) = (
            select coalesce(sum(debit) filter (where kind = 'capture'), 0),
              coalesce(sum(debit) filter (where kind = 'refund'), 0),
              count(*) filter (where (currency, order_id) <> (p.currency, p.order_id))
            from ledger_entries where payment_id = payment)
        ) then
          raise exception 'The amounts of payment % differ from its ledger entries.', payment
            using errcode = 'integrity_constraint_violation';
        end if;
      end $$`);
    this.addSql('alter function require_moved_payment() rename to check_payment_matches_ledger');
    this.addSql(`
      create or replace function check_payment_matches_ledger() returns trigger language plpgsql as $$
      begin
        perform require_payment_matches_ledger(new.id);
        return null;
      end $$`);
    this.addSql('alter function require_balanced_movement() rename to check_balanced_movement');
    this.addSql(`
      create or replace function check_balanced_movement() returns trigger language plpgsql as $$
      begin
        if (select sum(debit) - sum(credit) <> 0 or count(*) <> 2 or count(distinct currency) <> 1
            from ledger_entries where movement_id = new.movement_id) then
          raise exception 'The debits of movement % do not equal its credits.', new.movement_id
            using errcode = 'integrity_constraint_violation';
        end if;
        perform require_payment_matches_ledger(new.payment_id);
        return null;
      end $$`);
  }

  #triggers(): void {
    for (const [table, name, renamed] of [
      ['ledger_entries', 'ledger_entries_kept', 'ledger_entries_immutable'],
      ['ledger_entries', 'ledger_entries_not_emptied', 'ledger_entries_not_truncated'],
      ['ledger_entries', 'ledger_entries_balanced', 'ledger_entries_balanced_debit'],
      ['ledger_entries', 'ledger_entries_credited', 'ledger_entries_balanced_credit'],
      ['payments', 'payments_kept', 'payments_not_deleted'],
      ['payments', 'payments_not_emptied', 'payments_not_truncated'],
      ['payments', 'payments_added', 'payments_match_ledger_on_insert'],
      ['payments', 'payments_moved', 'payments_match_ledger_on_update'],
    ]) {
      this.addSql(`alter trigger ${name} on ${table} rename to ${renamed}`);
    }
  }

  /** Empty while the ledger balances. */
  #discrepancies(): void {
    this.addSql('drop view ledger_faults');
    this.addSql(`
      create view ledger_discrepancies as
        select movement_id as id, 'debits do not equal credits' as discrepancy from ledger_entries
          group by movement_id having sum(debit) <> sum(credit) or count(distinct currency) <> 1
        union all
        select p.id, 'the payment differs from its movements' from payments p
          left join (
            select payment_id, coalesce(sum(debit) filter (where kind = 'capture'), 0) as captured,
              coalesce(sum(debit) filter (where kind = 'refund'), 0) as refunded, array_agg(distinct currency) as currencies
            from ledger_entries group by payment_id
          ) moved on moved.payment_id = p.id
          where (p.amount_captured, p.amount_refunded) <> (coalesce(moved.captured, 0), coalesce(moved.refunded, 0))
            or moved.currencies <> array[p.currency]
        union all
        select o.id, 'the order differs from its movements' from orders o
          left join (
            select order_id, sum(credit) as paid, sum(debit) as refunded
            from ledger_entries where account = 'orders' group by order_id
          ) moved on moved.order_id = o.id
          where (o.amount_paid, o.amount_refunded) <> (coalesce(moved.paid, 0), coalesce(moved.refunded, 0))
        union all
        select distinct moved.movement_id, 'the movement has no payment' from ledger_entries moved
          where not exists (select from payments p where p.id = moved.payment_id)`);
  }
}
