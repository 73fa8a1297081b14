import { Migration } from '@mikro-orm/migrations';

/** Pending e-mails, the sessions that created API keys, and mails about users. */
export class ConfirmedChanges extends Migration {
  override up(): void {
    this.addSql('alter table users add pending_email text');
    this.addSql('alter table api_keys add created_by_session text collate "C"');
    this.addSql('alter table mail_requests add user_id text collate "C"');
    this.addSql('alter table mail_requests drop constraint mail_requests_one');
    this.addSql(`
      alter table mail_requests
      add constraint mail_requests_one unique nulls not distinct (email_key, purpose, user_id)`);
    this.addSql('create index mail_requests_user on mail_requests (user_id) where user_id is not null');
  }
}
