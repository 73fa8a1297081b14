import { Migration } from '@mikro-orm/migrations';

/** Keeps the prices that products had. What they had before their last update is not known. */
export class ProductPrices extends Migration {
  override up(): void {
    this.addSql(`
      create table product_prices (
        id bigint generated always as identity primary key,
        product_id text collate "C" not null references products (id) on delete cascade,
        price bigint not null,
        price_major numeric(16, 4) not null,
        currency text collate "C" not null,
        published boolean not null,
        started_at timestamptz(3) not null,
        ended_at timestamptz(3)
      )`);
    this.addSql(`
      insert into product_prices (product_id, price, price_major, currency, published, started_at)
      select id, price, price_major, currency, status = 'active', updated_at from products`);
    this.addSql('create index product_prices_started on product_prices (product_id, started_at, id)');
    this.addSql('create index product_prices_present on product_prices (product_id) where ended_at is null');
    this.addSql(`
      alter table products
        add column lowest_price_30d bigint,
        add column lowest_price_30d_major numeric(16, 4)`);
  }
}
