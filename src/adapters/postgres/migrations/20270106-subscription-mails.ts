import { Migration } from '@mikro-orm/migrations';

/** Requests of mails about invoices and subscriptions. */
export class SubscriptionMails extends Migration {
  override up(): void {
    this.addSql(`
      alter table mail_requests
        add column about_id text collate "C",
        drop constraint mail_requests_subject,
        add constraint mail_requests_subject check (num_nonnulls(email_key, order_id, about_id) = 1),
        drop constraint mail_requests_one`);
    // the former version names the constraint too
    this.addSql(`
      alter table mail_requests add constraint mail_requests_one
      unique nulls not distinct (email_key, purpose, user_id, order_id, reference, about_id)`);
    // versions before send no mails about billing
    this.addSql("insert into schema_requirements values ('20270106-subscription-mails')");
  }
}
