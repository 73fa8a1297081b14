import { Migration } from '@mikro-orm/migrations';

/** Tags and notes of users, of which there are none at first; a process of the former version leaves them as they are. */
export class AnnotationsOfUsers extends Migration {
  override up(): void {
    this.addSql(`alter table users
      add column tags text[] not null default '{}',
      add column tag_keys text[] collate "C",
      add column note text`);
    this.addSql('create index users_tags on users using gin (tag_keys) where tag_keys is not null');
  }
}
