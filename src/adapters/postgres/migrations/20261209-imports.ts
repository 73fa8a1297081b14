import { Migration } from '@mikro-orm/migrations';

/** Imports of products and their progress. */
export class Imports extends Migration {
  override up(): void {
    this.addSql(`
      create table imports (
        id text collate "C" primary key,
        version integer not null,
        account text collate "C",
        key text collate "C",
        status text collate "C" not null
          check (status in ('running', 'completed', 'stopped', 'failed', 'interrupted', 'cancelled')),
        format text collate "C" not null,
        on_error text collate "C" not null,
        rows integer not null,
        digest text not null,
        created integer not null,
        updated integer not null,
        unchanged integer not null,
        failed integer not null,
        errors json not null,
        last_error json,
        lease_owner text collate "C",
        leased_until timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create unique index imports_name on imports (account, key) where key is not null');
    this.addSql('create index imports_created on imports (created_at, id)');
    this.addSql('create index imports_status on imports (status, created_at, id)');
  }
}
