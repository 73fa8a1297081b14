import { Migration } from '@mikro-orm/migrations';

/** When a mail was requested: `due_at` moves with every attempt. The default serves the former version. */
export class MailRequestTimes extends Migration {
  override up(): void {
    this.addSql('alter table mail_requests add created_at timestamptz(3) not null default now()');
  }
}
