import { Migration } from '@mikro-orm/migrations';

export class Withdrawals extends Migration {
  override up(): void {
    this.addSql(`create table withdrawals (
      id text collate "C" primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      order_id text collate "C",
      subscription_id text collate "C",
      user_id text collate "C",
      order_number text not null,
      name text not null,
      email text not null,
      email_key text not null,
      items json,
      note text,
      is_verified boolean not null,
      status text not null,
      reason text,
      until timestamptz(3),
      refund_by timestamptz(3),
      accepted_items json,
      return_id text collate "C",
      process_at timestamptz(3),
      is_erased boolean not null
    )`);
    this.addSql('create index withdrawals_created on withdrawals (created_at, id)');
    this.addSql('create index withdrawals_status on withdrawals (status, created_at, id)');
    this.addSql('create index withdrawals_refund on withdrawals (status, refund_by) where refund_by is not null');
    this.addSql('create index withdrawals_order on withdrawals (order_id, created_at, id) where order_id is not null');
    this.addSql('create index withdrawals_user on withdrawals (user_id, created_at, id) where user_id is not null');
    this.addSql('create index withdrawals_email on withdrawals (email_key)');
    this.addSql('create index withdrawals_due on withdrawals (process_at) where process_at is not null');
    this.addSql(`create index orders_subscription on orders ((withdrawal_terms ->> 'subscriptionId'), created_at, id)
      where withdrawal_terms ->> 'subscriptionId' is not null`);
    this.addSql('alter table analytics_rollups add column withdrawals numeric, add column units_withdrawn numeric');
    this.addSql('alter table returns add column withdrawal json');
  }
}
