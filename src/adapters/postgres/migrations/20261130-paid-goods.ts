import { Migration } from '@mikro-orm/migrations';

/**
 * Goods that a subscription will take count as unpaid until as many were paid, which follows from the orders of its paid
 * invoices. No period begins while the goods of one before are to be paid.
 */
export class PaidGoods extends Migration {
  override up(): void {
    this.addSql('alter table subscriptions add column paid_goods integer default 0 not null');
    this.addSql(`update subscriptions s set paid_goods = paid.quantity
      from (
        select subscription_id, max(quantity)::integer as quantity
        from (
          select v.subscription_id, sum(i.quantity) as quantity
          from orders o
          join invoices v on v.id = o.metadata->>'invoice_id'
          join order_items i on i.order_id = o.id
          where v.subscription_id = o.metadata->>'subscription_id' and v.total > 0
          group by o.id, v.subscription_id) as ordered
        group by subscription_id) as paid
      where s.id = paid.subscription_id`);
    this.addSql(`update subscriptions set next_step_at = least(charge_at, next_payment_attempt_at, usage_due_at)
      where collection = 'charge' and at_period_end = 'renew' and status in ('active', 'past_due', 'paused')
        and json_array_length(reservations) > 0`);
  }
}
