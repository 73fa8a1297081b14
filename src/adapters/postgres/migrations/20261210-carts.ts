import { Migration } from '@mikro-orm/migrations';

/** Carts that the service keeps, checkouts, and the orders that they place. */
export class Carts extends Migration {
  override up(): void {
    this.addSql(`create table carts (
      id text collate "C" primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      user_id text collate "C",
      status text not null,
      order_id text collate "C",
      abandoned_at timestamptz(3),
      expires_at timestamptz(3) not null,
      email_key text collate "C",
      contents json not null
    )`);
    this.addSql('create index carts_created on carts (created_at, id)');
    this.addSql('create index carts_status on carts (status, created_at, id)');
    this.addSql('create index carts_user on carts (user_id, created_at, id) where user_id is not null');
    this.addSql(
      `create unique index carts_open_of_user on carts (user_id) where status = 'open' and user_id is not null`,
    );
    this.addSql('create index carts_email on carts (email_key) where email_key is not null');
    this.addSql('create index carts_expires on carts (expires_at)');
    this.addSql(`create index carts_idle on carts (updated_at)
      where status = 'open' and abandoned_at is null and coalesce(user_id, email_key) is not null
        and contents -> 'items' ->> 0 is not null`);
    this.addSql(`create table checkouts (
      id text collate "C" primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      user_id text collate "C",
      cart_id text collate "C",
      cart_order_id text collate "C",
      order_id text collate "C",
      payment_link_id text collate "C",
      return_url text,
      cancelled_at timestamptz(3),
      expires_at timestamptz(3) not null,
      email_key text collate "C",
      contents json not null,
      terms_accepted_at timestamptz(3),
      withdrawal_waived_at timestamptz(3)
    )`);
    this.addSql(
      'create index checkouts_user on checkouts (user_id, created_at, id) where order_id is null and user_id is not null',
    );
    this.addSql(
      'create index checkouts_email on checkouts (email_key) where order_id is null and email_key is not null',
    );
    this.addSql('create unique index checkouts_order on checkouts (order_id)');
    this.addSql('create index checkouts_expires on checkouts (expires_at) where order_id is null');
    this.addSql('alter table orders add column checkout_id text collate "C"');
    this.addSql('create unique index orders_checkout on orders (checkout_id) where checkout_id is not null');
  }
}
