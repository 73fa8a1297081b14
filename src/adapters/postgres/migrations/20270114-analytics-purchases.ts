import { Migration } from '@mikro-orm/migrations';
import { countAgain } from './count-again.ts';

/** Who has bought what before. */
export class AnalyticsPurchases extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_purchases (
        generation integer not null,
        order_id text collate "C" not null,
        buyer text collate "C" not null,
        at timestamptz(3) not null,
        first_at timestamptz(3) not null,
        previous_at timestamptz(3),
        primary key (generation, order_id)
      )`);
    this.addSql(
      'create unique index analytics_purchases_buyer on analytics_purchases (generation, buyer, at, order_id)',
    );
    this.addSql(
      'create index analytics_purchases_at on analytics_purchases (generation, at) include (previous_at, buyer)',
    );
    this.addSql('create index orders_erased_buyer on orders (erased_buyer) where erased_buyer is not null');
    this.addSql('create table erased_customers (id text collate "C" primary key, created_at timestamptz(3) not null)');
    this.addSql('create index erased_customers_created on erased_customers (created_at)');
    this.addSql('alter table analytics_rollups add column new_buyers numeric, add column buyers numeric');
    for (const statement of countAgain()) this.addSql(statement);
  }
}
