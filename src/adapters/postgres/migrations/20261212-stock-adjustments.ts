import { Migration } from '@mikro-orm/migrations';

export class StockAdjustments extends Migration {
  override up(): void {
    this.addSql(`
      create table stock_adjustments (
        id text collate "C" primary key,
        product_id text collate "C" not null references products (id) on delete cascade,
        delta integer not null,
        stock integer not null,
        reason text not null,
        actor_kind text not null,
        actor_user_id text collate "C",
        actor_credential_id text collate "C",
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index stock_adjustments_created on stock_adjustments (product_id, created_at, id)');
    this.addSql('create index products_stock on products (stock, root_id) where stock is not null');
  }
}
