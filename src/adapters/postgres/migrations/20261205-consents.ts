import { Migration } from '@mikro-orm/migrations';

/** Nobody was asked before; a process of the former version leaves consents as they are. */
export class ConsentsOfUsers extends Migration {
  override up(): void {
    this.addSql(`alter table users add column consents jsonb not null default '{}'`);
    for (const purpose of ['email_marketing', 'sms_marketing']) {
      this.addSql(
        `create index users_${purpose} on users (created_at, id)
           where consents @> '{"${purpose}": {"granted": true}}'`,
      );
    }
  }
}
