import { Migration } from '@mikro-orm/migrations';

/** Decimals of the currencies whose minor unit is not a hundredth. */
const DECIMALS = `
  case when s.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
      'VUV', 'XAF', 'XOF', 'XPF') then 0
    when s.currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when s.currency in ('CLF', 'UYW') then 4
    else 2 end`;

/** What a period of a plan \`p\` costs by its tiers \`t\`; \`n\` is the quantity. */
const PRICE = `
  case p.pricing
    when 'flat' then p.amount
    when 'per_unit' then p.amount * n
    when 'graduated' then (select sum((least(n, coalesce(up_to, n)) - before) * unit_amount + flat_amount)
      from tiers where n > before or before = 0)
    else (select n * unit_amount + flat_amount from tiers
      where up_to is null or n <= up_to order by position limit 1) end`;

const TIERS = `
  select position, (t ->> 'up_to')::numeric as up_to, (t ->> 'unit_amount')::numeric as unit_amount,
    coalesce((t ->> 'flat_amount')::numeric, 0) as flat_amount,
    coalesce(lag((t ->> 'up_to')::numeric) over (order by position), 0) as before
  from json_array_elements(p.tiers) with ordinality as each (t, position)`;

/**
 * The subscriptions that have begun. One has counted if it does, or if it has an invoice with a number. The monthly amount
 * is rounded half up.
 */
const SUBSCRIPTIONS = `
  select s.*, coalesce(s.trial_end, s.created_at) as counted_since, s.status in ('active', 'past_due') as counts,
    s.status in ('active', 'past_due')
      or exists (select from invoices i where i.subscription_id = s.id and i.number is not null) as has_counted,
    div(2 * price * 10::numeric ^ ${DECIMALS} * dividend + divisor, 2 * divisor)::bigint as monthly
  from subscriptions s join plans p on p.id = s.plan_id,
    lateral (select case when p.usage is null then s.quantity else 0 end::numeric as n) as quantity,
    lateral (with tiers as (${TIERS}) select ${PRICE} as price) as priced,
    lateral (select case p."interval" when 'day' then 365 when 'week' then 52 else 1 end::numeric as dividend,
      case p."interval" when 'month' then 1 else 12 end::numeric * p.interval_count as divisor) as month
  where not s.is_pending`;

/** Movements of subscriptions, with what can be told of those that exist: they have had no other plan and no pause. */
export class SubscriptionMovements extends Migration {
  override up(): void {
    this.addSql(`
      create table subscription_movements (
        subscription_id text collate "C" not null, version integer not null, kind text collate "C" not null,
        currency text not null, amount_minor bigint not null, mrr_minor bigint not null,
        created_at timestamptz(3) not null, primary key (subscription_id, version, kind)
      )`);
    this.addSql(`
      with begun as (${SUBSCRIPTIONS})
      insert into subscription_movements (subscription_id, version, kind, currency, amount_minor, mrr_minor, created_at)
      select id, 1, 'trial_started', currency, 0, 0, created_at from begun where trial_end is not null
      union all
      select id, 2, 'trial_converted', currency, 0, monthly, counted_since
      from begun where trial_end is not null and has_counted
      union all
      select id, version, 'trial_ended', currency, 0, 0, ended_at
      from begun where trial_end is not null and not has_counted and status = 'cancelled'
      union all
      select id, case when trial_end is null then 1 else 2 end, 'new', currency, monthly, monthly, counted_since
      from begun where has_counted and monthly > 0
      union all
      select id, version, 'churn', currency, -monthly, 0,
        greatest(counted_since, coalesce(ended_at, paused_at, updated_at))
      from begun where has_counted and not counts and monthly > 0`);
    this.addSql('create index subscription_movements_created on subscription_movements (created_at)');
    this.addSql(`
      create function keep_subscription_movements() returns trigger language plpgsql as $$
      begin
        raise exception 'Movements of subscriptions are only added: % is refused.', lower(tg_op)
          using errcode = 'restrict_violation';
      end $$`);
    this.addSql(`
      create trigger subscription_movements_rows before update or delete on subscription_movements
      for each row execute function keep_subscription_movements()`);
    this.addSql(`
      create trigger subscription_movements_whole before truncate on subscription_movements
      for each statement execute function keep_subscription_movements()`);
  }
}
