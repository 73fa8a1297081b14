import { Migration } from '@mikro-orm/migrations';

/** The order's identifier in another system of the shop. */
export class ExternalIds extends Migration {
  override up(): void {
    this.addSql('alter table orders add column external_id text collate "C"');
    this.addSql('create unique index orders_external_id on orders (external_id) where external_id is not null');
  }
}
