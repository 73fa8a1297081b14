import { Migration } from '@mikro-orm/migrations';

/**
 * Orders and users are found by names, companies, postal codes and phone numbers. Those of former rows, and of rows that the
 * version before writes, are null until a task has computed them.
 */
export class Contacts extends Migration {
  override up(): void {
    for (const table of ['orders', 'users']) {
      this.addSql(`alter table ${table} add column contact tsvector`);
      this.addSql(`create index ${table}_contact on ${table} using gin (contact)`);
      this.addSql(`create index ${table}_without_contact on ${table} (id) where contact is null`);
    }
  }
}
