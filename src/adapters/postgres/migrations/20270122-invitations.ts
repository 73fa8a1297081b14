import { Migration } from '@mikro-orm/migrations';

/** Users who were invited and have no password yet. */
export class Invitations extends Migration {
  override up(): void {
    this.addSql('alter table users add column invited_at timestamptz(3)');
    this.addSql('create index users_invited on users (invited_at, id) where invited_at is not null');
  }
}
