import { Migration } from '@mikro-orm/migrations';

/** What users have saved of their lists: a row for each who has saved something. */
export class SavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table saved_views (
        user_id text collate "C" primary key references users (id),
        version integer not null,
        views json not null
      )`);
  }
}
