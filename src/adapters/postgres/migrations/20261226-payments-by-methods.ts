import { Migration } from '@mikro-orm/migrations';

/** Payments by saved methods, whose references are encrypted while they are charged. */
export class PaymentsByMethods extends Migration {
  override up(): void {
    // with defaults, so that a process of the version before can still insert
    this.addSql(`
      alter table payments add column payment_method_id text collate "C", add column off_session boolean not null default false`);
    this.addSql(`
      create index payments_saved_tokens on payments (id) where token is not null and payment_method_id is not null`);
    // versions before would send an encrypted reference as a token
    this.addSql("insert into schema_requirements values ('20261226-payments-by-methods')");
  }
}
