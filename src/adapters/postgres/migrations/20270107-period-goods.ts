import { Migration } from '@mikro-orm/migrations';

/** Goods that subscriptions have taken from the stock, and those that wait for stock. */
export class PeriodGoods extends Migration {
  override up(): void {
    this.addSql(`
      alter table subscriptions
        add column reservations json not null default '[]', add column out_of_stock_since timestamptz(3),
        add column next_stock_attempt_at timestamptz(3)`);
  }
}
