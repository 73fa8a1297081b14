import { Migration } from '@mikro-orm/migrations';

/** What a start verifies: the secret keys in use, and the oldest version of the service that works with the schema. */
export class Installation extends Migration {
  override up(): void {
    this.addSql(`
      create table secret_key_checks (
        key_check text collate "C" primary key,
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql(`
      create table schema_requirements (
        needed_migration text collate "C" primary key
      )`);
  }
}
