import { Migration } from '@mikro-orm/migrations';

/** Plans limit trials and subscriptions of a customer. Trials of before count. */
export class LimitsPerCustomer extends Migration {
  override up(): void {
    this.addSql(
      'alter table plans add column trial_once boolean not null default true, add column max_per_customer integer',
    );
    this.addSql("alter table subscriptions add column trial_of text[] not null default '{}'");
    this.addSql(`update subscriptions s set trial_of = array[coalesce(p.product_id, p.id)]
      from plans p where p.id = s.plan_id and s.trial_end is not null`);
  }
}
