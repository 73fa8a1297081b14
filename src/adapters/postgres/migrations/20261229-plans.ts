import { Migration } from '@mikro-orm/migrations';

/** What subscriptions cost. */
export class Plans extends Migration {
  override up(): void {
    this.addSql(`
      create table plans (
        id text collate "C" primary key, version integer not null, name text not null, status text not null,
        product_id text collate "C", pricing text not null, amount numeric(16, 4), tiers json,
        setup_amount numeric(16, 4) not null, currency text not null, usage text,
        "interval" text not null, interval_count integer not null, trial_days integer not null,
        after_dunning text not null, tax_category text, metadata json not null, actions json not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null
      )`);
    this.addSql('create index plans_created on plans (created_at, id)');
    this.addSql('create index plans_status on plans (status, created_at, id)');
    this.addSql('create index plans_product on plans (product_id, created_at, id) where product_id is not null');
    this.addSql('create index plans_currency on plans (currency, created_at, id)');
    this.addSql('create index plans_interval on plans ("interval", created_at, id)');
  }
}
