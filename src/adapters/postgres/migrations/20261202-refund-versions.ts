import { Migration } from '@mikro-orm/migrations';

/** Adds the version of a refund. */
export class RefundVersions extends Migration {
  override up(): void {
    this.addSql('alter table payment_operations add column version integer not null default 1');
  }
}
