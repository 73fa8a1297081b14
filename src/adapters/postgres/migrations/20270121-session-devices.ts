import { Migration } from '@mikro-orm/migrations';

/** What a person recognizes a session by. */
export class SessionDevices extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column user_agent text, add column ip text');
  }
}
