import { Migration } from '@mikro-orm/migrations';

/** Ids sort by bytes. */
const ID = 'text collate "C"';

/** An amount in major units, exact: no currency has more than four decimals. */
const AMOUNT = 'numeric(16, 4)';

/** Payments, what gateways are asked for, what happened, and the ledger of all money that was moved. */
export class Payments extends Migration {
  override up(): void {
    this.versions();
    this.payments();
    this.operations();
    this.timelines();
    this.callbacks();
    this.ledger();
    this.ledgerKeepsAll();
    this.ledgerAgrees();
    this.faults();
  }

  /** Has a statement fail that found no row of the version before, so that nobody need wait for what it says. */
  private versions(): void {
    this.addSql(`
      create function require_saved(is_saved boolean) returns void language plpgsql as $$
      begin
        if not is_saved then
          raise exception 'It was changed meanwhile.' using errcode = 'RN003';
        end if;
      end $$`);
  }

  private payments(): void {
    this.addSql(`
      create table payments (
        id ${ID} primary key,
        version integer not null default 1,
        order_id ${ID} not null,
        user_id ${ID},
        gateway text collate "C" not null,
        gateway_reference text,
        status text collate "C" not null,
        capture_method text collate "C" not null,
        currency text collate "C" not null,
        amount ${AMOUNT} not null check (amount > 0),
        amount_captured ${AMOUNT} not null,
        amount_capturing ${AMOUNT} not null check (amount_capturing >= 0),
        amount_refunded ${AMOUNT} not null,
        amount_refunding ${AMOUNT} not null check (amount_refunding >= 0),
        is_voiding boolean not null,
        is_surplus boolean not null,
        token text,
        return_url text,
        redirect_url text,
        failure_code text,
        failure_message text,
        metadata json not null,
        check_at timestamptz(3),
        checks integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        is_under_way boolean not null generated always as (
          status in ('processing', 'requires_action') or is_voiding or amount_capturing > 0 or amount_refunding > 0) stored,
        constraint payments_captured check (amount_captured >= 0 and amount_captured + amount_capturing <= amount),
        constraint payments_refunded check (
          amount_refunded >= 0 and amount_refunded + amount_refunding <= amount_captured)
      )`);
    this.addSql('create index payments_created on payments (created_at, id)');
    this.addSql('create index payments_order on payments (order_id, created_at, id)');
    this.addSql('create index payments_user on payments (user_id, created_at, id) where user_id is not null');
    this.addSql('create index payments_status on payments (status, created_at, id)');
    this.addSql('create index payments_gateway on payments (gateway, status, created_at, id)');
    this.addSql('create index payments_check on payments (check_at) where check_at is not null');
    this.addSql(`
      create unique index payments_one_at_a_time on payments (order_id) where status in ('processing', 'requires_action')`);
  }

  private operations(): void {
    this.addSql(`
      create table payment_operations (
        id ${ID} primary key,
        payment_id ${ID} not null,
        kind text collate "C" not null,
        amount ${AMOUNT} not null,
        status text collate "C" not null,
        reason text,
        failure_code text,
        failure_message text,
        request_name text collate "C",
        request_fingerprint text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create index payment_operations_payment on payment_operations (payment_id, kind, created_at, id)');
    this.addSql(`
      create unique index payment_operations_request on payment_operations (request_name) where request_name is not null`);
  }

  private timelines(): void {
    this.addSql(`
      create table payment_timeline (
        id ${ID} primary key,
        payment_id ${ID} not null,
        type text not null,
        actor_kind text not null,
        actor_user_id ${ID},
        actor_credential_id ${ID},
        details json not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index payment_timeline_payment on payment_timeline (payment_id, created_at, id)');
  }

  private callbacks(): void {
    this.addSql(`
      create table gateway_callbacks (
        gateway text collate "C" not null,
        id text collate "C" not null,
        created_at timestamptz(3) not null,
        primary key (gateway, id)
      )`);
    this.addSql('create index gateway_callbacks_created on gateway_callbacks (created_at)');
  }

  /** Two entries for each movement: what one account is debited, the other is credited. */
  private ledger(): void {
    this.addSql(`
      create table ledger_entries (
        movement_id ${ID} not null,
        account text collate "C" not null,
        kind text collate "C" not null check (kind in ('capture', 'refund')),
        payment_id ${ID} not null,
        order_id ${ID} not null,
        currency text collate "C" not null,
        debit ${AMOUNT} not null check (debit >= 0),
        credit ${AMOUNT} not null check (credit >= 0),
        created_at timestamptz(3) not null,
        primary key (movement_id, account),
        constraint ledger_entries_one_side check ((debit > 0) <> (credit > 0))
      )`);
    this.addSql('create index ledger_entries_payment on ledger_entries (payment_id, kind)');
    this.addSql('create index ledger_entries_order on ledger_entries (order_id)');
  }

  private ledgerKeepsAll(): void {
    this.addSql(`
      create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The ledger keeps every entry as it is: book another movement.' using errcode = 'restrict_violation';
      end $$`);
    this.addSql(`
      create trigger ledger_entries_kept before update or delete on ledger_entries
        for each row execute function refuse_ledger_change()`);
    this.addSql(`
      create trigger ledger_entries_not_emptied before truncate on ledger_entries
        for each statement execute function refuse_ledger_change()`);
    this.addSql(`
      create trigger payments_kept before delete on payments for each row execute function refuse_ledger_change()`);
    this.addSql(`
      create trigger payments_not_emptied before truncate on payments
        for each statement execute function refuse_ledger_change()`);
  }

  /** Checked at the commit: debits are credits, and a payment is what was moved by it. */
  private ledgerAgrees(): void {
    this.addSql(`
      create function require_balanced_movement() returns trigger language plpgsql as $$
      begin
        if (select sum(debit) - sum(credit) <> 0 or count(*) <> 2 or count(distinct currency) <> 1
            from ledger_entries where movement_id = new.movement_id) then
          raise exception 'The debits of movement % are not its credits.', new.movement_id
            using errcode = 'integrity_constraint_violation';
        end if;
        perform require_moved(new.payment_id);
        return null;
      end $$`);
    this.addSql(`
      create function require_moved(payment text) returns void language plpgsql as $$
      begin
        if not exists (
          select from payments p where p.id = payment and (p.amount_captured, p.amount_refunded, 0) = (
            select coalesce(sum(debit) filter (where kind = 'capture'), 0),
              coalesce(sum(debit) filter (where kind = 'refund'), 0),
              count(*) filter (where (currency, order_id) <> (p.currency, p.order_id))
            from ledger_entries where payment_id = payment)
        ) then
          raise exception 'Payment % is not what was moved by it.', payment using errcode = 'integrity_constraint_violation';
        end if;
      end $$`);
    this.addSql(`
      create function require_moved_payment() returns trigger language plpgsql as $$
      begin
        perform require_moved(new.id);
        return null;
      end $$`);
    this.addSql(`
      create constraint trigger ledger_entries_balanced after insert on ledger_entries
        deferrable initially deferred for each row when (new.debit > 0) execute function require_balanced_movement()`);
    this.addSql(`
      create constraint trigger ledger_entries_credited after insert on ledger_entries
        deferrable initially deferred for each row when (new.credit > 0) execute function require_balanced_movement()`);
    this.addSql(`
      create constraint trigger payments_added after insert on payments
        deferrable initially deferred for each row when (new.amount_captured <> 0 or new.amount_refunded <> 0)
        execute function require_moved_payment()`);
    this.addSql(`
      create constraint trigger payments_moved after update on payments
        deferrable initially deferred for each row
        when (new.amount_captured <> old.amount_captured or new.amount_refunded <> old.amount_refunded)
        execute function require_moved_payment()`);
  }

  /** What does not agree; a ledger that balances has none. */
  private faults(): void {
    this.addSql(`
      create view ledger_faults as
        select movement_id as id, 'its debits are not its credits' as fault from ledger_entries
          group by movement_id having sum(debit) <> sum(credit) or count(distinct currency) <> 1
        union all
        select p.id, 'the payment is not what was moved by it' from payments p
          left join (
            select payment_id, coalesce(sum(debit) filter (where kind = 'capture'), 0) as captured,
              coalesce(sum(debit) filter (where kind = 'refund'), 0) as refunded, array_agg(distinct currency) as currencies
            from ledger_entries group by payment_id
          ) moved on moved.payment_id = p.id
          where (p.amount_captured, p.amount_refunded) <> (coalesce(moved.captured, 0), coalesce(moved.refunded, 0))
            or moved.currencies <> array[p.currency]
        union all
        select o.id, 'the order is not what was moved for it' from orders o
          left join (
            select order_id, sum(credit) as paid, sum(debit) as refunded
            from ledger_entries where account = 'orders' group by order_id
          ) moved on moved.order_id = o.id
          where (o.amount_paid, o.amount_refunded) <> (coalesce(moved.paid, 0), coalesce(moved.refunded, 0))
        union all
        select distinct moved.movement_id, 'the money was moved for a payment that there is not' from ledger_entries moved
          where not exists (select from payments p where p.id = moved.payment_id)`);
  }
}
