import { Migration } from '@mikro-orm/migrations';

/** What imports tell of further files with the same columns. A process of the former version tells nothing. */
export class RememberedChoices extends Migration {
  override up(): void {
    this.addSql('alter table imports add column remembered_header text, add column remembered_choices json');
    this.addSql(
      `create index imports_remembered on imports (remembered_header, created_at, id)
         where remembered_header is not null`,
    );
  }
}
