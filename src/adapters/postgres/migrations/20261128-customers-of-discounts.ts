import { Migration } from '@mikro-orm/migrations';

/** A user and a guest with the e-mail of the user's account are one customer: their uses are counted by both keys. */
export class CustomersOfDiscounts extends Migration {
  override up(): void {
    this.addSql(`alter table discount_uses add user_id text collate "C", add email_key text collate "C"`);
    this.addSql(`update discount_uses d set
      user_id = coalesce(
        (select o.user_id from orders o where o.id = d.used_by),
        (select u.id from users u where u.id = d.customer_key or u.email_key = d.customer_key)),
      email_key = coalesce(
        (select u.email_key from users u where u.id = d.customer_key),
        case when d.customer_key not like 'usr\\_%' then d.customer_key end)
      where customer_key is not null`);
    this.addSql('alter table discount_uses drop customer_key');
    this.addSql('drop table discount_customers');
    this.addSql('create index discount_uses_discount on discount_uses (discount_id)');
    this.addSql('create index discount_uses_user on discount_uses (user_id, discount_id) where user_id is not null');
    this.addSql(
      'create index discount_uses_email on discount_uses (email_key, discount_id) where email_key is not null',
    );
  }
}
