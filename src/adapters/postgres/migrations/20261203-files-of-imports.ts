import { Migration } from '@mikro-orm/migrations';

/** What an import changed or left out of a file, and how it read it. */
export class FilesOfImports extends Migration {
  override up(): void {
    this.addSql(`alter table imports add column warnings json default '[]' not null, add column file json`);
  }
}
