import { Migration } from '@mikro-orm/migrations';

/** Subscriptions, and what was used of them. */
export class Subscriptions extends Migration {
  override up(): void {
    this.addSql(`
      create table subscriptions (
        id text collate "C" primary key, version integer not null, user_id text collate "C" not null,
        status text collate "C" not null, plan_id text collate "C" not null, quantity integer not null,
        "interval" text not null, interval_count integer not null, is_metered boolean not null, currency text not null,
        collection text not null, payment_method_id text collate "C", anchor timestamptz(3) not null,
        current_period_start timestamptz(3) not null, current_period_end timestamptz(3) not null, billed_plan json,
        usage_since timestamptz(3) not null, unbilled json not null, is_setup_billed boolean not null,
        trial_end timestamptz(3), is_trial_end_announced boolean not null, at_period_end text not null, next_plan json,
        next_plan_id text collate "C", next_quantity integer, paused_at timestamptz(3), resumes_at timestamptz(3),
        past_due_since timestamptz(3), next_payment_attempt_at timestamptz(3), discount_codes json not null,
        latest_invoice_id text collate "C", charge_at timestamptz(3), ended_at timestamptz(3), metadata json not null,
        actions json not null, next_step_at timestamptz(3), lease_owner text collate "C", leased_until timestamptz(3),
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null
      )`);
    this.addSql('create index subscriptions_created on subscriptions (created_at, id)');
    this.addSql('create index subscriptions_user on subscriptions (user_id, created_at, id)');
    this.addSql('create index subscriptions_status on subscriptions (status, created_at, id)');
    this.addSql('create index subscriptions_plan on subscriptions (plan_id, created_at, id)');
    this.addSql('create index subscriptions_plan_status on subscriptions (plan_id, status, created_at, id)');
    this.addSql(`
      create index subscriptions_next_plan on subscriptions (next_plan_id) where next_plan_id is not null`);
    this.addSql(`
      create index subscriptions_due on subscriptions (next_step_at) where next_step_at is not null`);
    this.addSql(`
      create table usage_records (
        subscription_id text collate "C" not null, key text collate "C" not null, quantity bigint not null,
        at timestamptz(3) not null, recorded_at timestamptz(3) not null, sequence bigint generated always as identity,
        primary key (subscription_id, key)
      )`);
    this.addSql('create index usage_records_time on usage_records (subscription_id, at, sequence)');
  }
}
