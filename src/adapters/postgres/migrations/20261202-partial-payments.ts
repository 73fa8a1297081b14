import { Migration } from '@mikro-orm/migrations';

/** Adds the payment status `partially_paid`, and marks the orders that customers create, whose number is limited. */
export class PartialPayments extends Migration {
  override up(): void {
    // as the repository writes it from now on: orders that were partially paid before keep their deadline, or none
    this.addSql(`
      update orders set payment_status = 'partially_paid'
      where payment_status = 'unpaid' and amount_paid > amount_refunded`);
    this.addSql('alter table orders add column is_by_customer boolean not null default false');
    this.addSql(`
      create index orders_unpaid_by_customer on orders (user_id)
      where is_by_customer and status = 'open' and payment_status in ('unpaid', 'partially_paid')`);
  }
}
