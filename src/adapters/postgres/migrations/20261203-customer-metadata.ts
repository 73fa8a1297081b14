import { Migration } from '@mikro-orm/migrations';

/** Which keys of the metadata customers wrote; those that are stored already are the shop's. */
export class CustomerMetadata extends Migration {
  override up(): void {
    this.addSql(`alter table users add customer_metadata_keys json not null default '[]'`);
    this.addSql(`alter table orders add customer_metadata_keys json not null default '[]'`);
  }
}
