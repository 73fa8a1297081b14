import { Migration } from '@mikro-orm/migrations';

/** Ids sort by bytes. */
const ID = 'text collate "C"';

/** An amount in major units, exact: no currency has more than four decimals. */
const AMOUNT = 'numeric(16, 4)';

/** Orders, what is in them and what happened to them. */
export class Orders extends Migration {
  override up(): void {
    this.orders();
    this.contents();
    this.timelines();
  }

  private orders(): void {
    this.addSql('create sequence order_numbers start 1001');
    // A rehearsal adds an order under the number to come. The number is checked at the commit, so that whoever takes it
    // meanwhile waits at most until the rehearsal has ended, and the rehearsal for nobody.
    // Items and fulfillments are kept as the API shows them; `from_stock` has the products whose stock they were taken from.
    this.addSql(`
      create table orders (
        id ${ID} primary key,
        version integer not null default 1,
        number bigint not null,
        status text collate "C" not null,
        payment_status text collate "C" not null,
        fulfillment_status text collate "C" not null,
        state text collate "C" not null generated always as
          (status || ' ' || payment_status || ' ' || fulfillment_status) stored,
        items json not null,
        from_stock text[] not null,
        fulfillments json not null,
        currency text collate "C" not null,
        total ${AMOUNT} not null check (total >= 0),
        amount_paid ${AMOUNT} not null check (amount_paid <= total + amount_refunded),
        amount_refunded ${AMOUNT} not null check (amount_refunded between 0 and amount_paid),
        user_id ${ID},
        email text,
        email_key text collate "C",
        shipping_address json,
        billing_address json,
        metadata json not null,
        expires_at timestamptz(3),
        cancelling_since timestamptz(3),
        cancelled_at timestamptz(3),
        cancel_reason text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint orders_number unique (number) deferrable initially deferred
      )`);
    this.addSql('create index orders_created on orders (created_at, id)');
    this.addSql('create index orders_state on orders (state, created_at, id)');
    this.addSql('create index orders_user on orders (user_id, created_at, id) where user_id is not null');
    this.addSql('create index orders_email on orders (email_key, created_at, id) where email_key is not null');
    this.addSql('create index orders_cancelling on orders (cancelling_since) where cancelling_since is not null');
    this.addSql('create index orders_expires on orders (expires_at) where expires_at is not null');
  }

  private contents(): void {
    this.addSql(`
      create table order_products (
        product_id ${ID} not null,
        created_at timestamptz(3) not null,
        order_id ${ID} not null,
        primary key (product_id, created_at, order_id)
      )`);
  }

  private timelines(): void {
    this.addSql(`
      create table order_timeline (
        id ${ID} primary key,
        order_id ${ID} not null,
        type text not null,
        actor_kind text not null,
        actor_user_id ${ID},
        actor_credential_id ${ID},
        details json not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index order_timeline_order on order_timeline (order_id, created_at, id)');
  }
}
