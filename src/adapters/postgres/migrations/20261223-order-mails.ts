import { Migration } from '@mikro-orm/migrations';

/** Requests of mails about orders, beside those about accounts. */
export class OrderMails extends Migration {
  override up(): void {
    this.addSql(`
      alter table mail_requests
        alter column email_key drop not null,
        add column order_id text collate "C",
        add column reference text collate "C",
        add column amount bigint,
        add constraint mail_requests_subject check ((email_key is null) <> (order_id is null)),
        drop constraint mail_requests_one`);
    // the former version names the constraint too
    this.addSql(`
      alter table mail_requests
      add constraint mail_requests_one unique nulls not distinct (email_key, purpose, user_id, order_id, reference)`);
    this.addSql('create index mail_requests_order on mail_requests (order_id) where order_id is not null');
  }
}
