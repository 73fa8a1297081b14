import { Migration } from '@mikro-orm/migrations';

/** What the rows of imports are. A process of the former version imports products only. */
export class ImportResources extends Migration {
  override up(): void {
    this.addSql(`alter table imports add column resource text default 'products' not null`);
    this.addSql(
      `alter table imports add constraint imports_resource_check
         check (resource in ('products', 'users', 'discounts', 'redirects'))`,
    );
    this.addSql('create index imports_resource on imports (resource, created_at, id)');
  }
}
