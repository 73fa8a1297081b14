import { Migration } from '@mikro-orm/migrations';

/** Saved payment methods, and those that the sandbox has saved. */
export class PaymentMethods extends Migration {
  override up(): void {
    this.#methods();
    this.#sandbox();
  }

  #methods(): void {
    this.addSql(`
      create table payment_methods (
        id text collate "C" primary key, version integer not null,
        user_id text collate "C" not null, gateway text collate "C" not null, status text collate "C" not null,
        type text, brand text, last4 text, exp_month integer, exp_year integer, is_default boolean not null,
        token text, return_url text, redirect_url text, reference text, failure_code text, failure_message text,
        idempotency_key text collate "C", request_fingerprint text,
        next_check_at timestamptz(3), check_count integer not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        constraint payment_methods_default_is_active check (not is_default or status = 'active')
      )`);
    this.addSql(`
      create index payment_methods_created on payment_methods (created_at, id)
        where status not in ('removing', 'removed')`);
    this.addSql('create index payment_methods_user on payment_methods (user_id, created_at, id)');
    this.addSql('create index payment_methods_gateway on payment_methods (gateway, status, created_at, id)');
    this.addSql('create index payment_methods_status on payment_methods (status, created_at, id)');
    this.addSql('create unique index payment_methods_default on payment_methods (user_id) where is_default');
    this.addSql(`
      create unique index payment_methods_idempotency_key on payment_methods (idempotency_key)
        where idempotency_key is not null`);
    this.addSql(`
      create index payment_methods_check on payment_methods (next_check_at) where next_check_at is not null`);
    this.addSql(`create index payment_methods_failed on payment_methods (updated_at) where status = 'failed'`);
  }

  #sandbox(): void {
    this.addSql(`
      create table sandbox_methods (
        key text primary key, user_id text not null, token text not null, first_charge text,
        removed_at timestamptz, created_at timestamptz not null
      )`);
  }
}
