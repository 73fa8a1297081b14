import { Migration } from '@mikro-orm/migrations';

/** Redirects from the addresses of a former web site. */
export class Redirects extends Migration {
  override up(): void {
    this.addSql(`create table redirects (
      id text collate "C" primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      path text not null,
      path_key text collate "C" not null,
      target text not null,
      target_key text collate "C")`);
    this.addSql('create index redirects_created on redirects (created_at, id)');
    this.addSql('create unique index redirects_path_key on redirects (path_key)');
  }
}
