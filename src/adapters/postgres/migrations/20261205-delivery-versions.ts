import { Migration } from '@mikro-orm/migrations';

/** Adds the version of a delivery, which increases with every change, whichever function makes it. */
export class DeliveryVersions extends Migration {
  override up(): void {
    this.addSql('alter table webhook_deliveries add column version integer not null default 1');
    this.addSql(`
      create function increase_version() returns trigger language plpgsql as $$
      begin
        new.version = old.version + 1;
        return new;
      end $$`);
    this.addSql(`
      create trigger webhook_deliveries_version before update on webhook_deliveries
      for each row execute function increase_version()`);
  }
}
