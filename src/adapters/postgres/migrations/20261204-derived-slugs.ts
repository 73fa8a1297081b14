import { Migration } from '@mikro-orm/migrations';

/** Slugs that were made before belong to no import: they stay. */
export class DerivedSlugs extends Migration {
  override up(): void {
    this.addSql(`alter table products add column slug_derived_by text collate "C"`);
  }
}
