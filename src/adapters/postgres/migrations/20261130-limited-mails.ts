import { Migration } from '@mikro-orm/migrations';

/** Mails that were requested before are sent as they were. */
export class LimitedMails extends Migration {
  override up(): void {
    this.addSql('alter table mail_requests add column limited boolean not null default false');
  }
}
