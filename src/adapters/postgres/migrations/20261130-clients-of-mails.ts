import { Migration } from '@mikro-orm/migrations';

/** Mails that were requested before are sent as they were, and so are those about what was subscribed to or stated before. */
export class ClientsOfMails extends Migration {
  override up(): void {
    this.addSql('alter table mail_requests drop column limited');
    for (const table of ['mail_requests', 'subscriptions', 'withdrawals']) {
      this.addSql(`alter table ${table} add column client text`);
    }
  }
}
