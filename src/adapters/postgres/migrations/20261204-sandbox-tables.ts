import { Migration } from '@mikro-orm/migrations';

/** The tables of the sandbox gateway, which earlier versions of the gateway created themselves. */
export class SandboxTables extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists sandbox_charges (
        key text primary key,
        order_id text not null,
        token text not null,
        status text not null,
        capture_method text not null,
        currency text not null,
        amount_minor bigint not null,
        captured_minor bigint not null,
        refunded_minor bigint not null,
        return_url text,
        created_at timestamptz not null
      )`);
    this.addSql('create index if not exists sandbox_charges_order on sandbox_charges (order_id)');
    this.addSql(`
      create table if not exists sandbox_steps (
        key text primary key,
        charge_key text not null,
        kind text not null,
        amount_minor bigint,
        outcome json not null
      )`);
  }
}
