import { Migration } from '@mikro-orm/migrations';

/** Subscriptions whose steps have failed, and when they are due again. */
export class PostponedSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      alter table subscriptions
        add column postponed_until timestamptz(3),
        add column failure_count integer not null default 0`);
    this.addSql('drop index subscriptions_due');
    this.addSql(`
      create index subscriptions_due on subscriptions (next_step_at)
      where next_step_at is not null and postponed_until is null`);
    this.addSql(`
      create index subscriptions_postponed on subscriptions (postponed_until) where postponed_until is not null`);
  }
}
