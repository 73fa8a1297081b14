import { Migration } from '@mikro-orm/migrations';

/** Images that are fetched after an import, and how many of each import there are. */
export class ImageFetches extends Migration {
  override up(): void {
    this.addSql(`create table image_fetches (
      product_id text collate "C" not null,
      source text collate "C" not null,
      import_id text collate "C" not null,
      line integer not null,
      status text not null,
      image_url text,
      attempts integer not null,
      due_at timestamptz(3) not null,
      primary key (product_id, source))`);
    this.addSql(`create index image_fetches_due on image_fetches (due_at) where status = 'pending'`);
    this.addSql(`alter table imports add column images json not null default '{"pending":0,"stored":0,"failed":0}'`);
  }
}
