import { Migration } from '@mikro-orm/migrations';

/** Why payments need attention: also overpayments, late operations and discrepancies of the ledger. */
export class PaymentAttention extends Migration {
  override up(): void {
    // with defaults, so that a process of the version before can still insert
    this.addSql(`
      alter table payments
        add column delay text collate "C" check (delay in ('unknown_outcome', 'overdue_operation')),
        add column has_discrepancy boolean not null default false,
        add column attention json not null default '[]'`);
    this.addSql(`
      with found as (
        select id, to_json(array_remove(array[
          case when exists (
            select from json_array_elements(disputes) as dispute where dispute ->> 'status' = 'open'
          ) then 'dispute' end,
          case when has_failed_refund then 'failed_refund' end,
          case when is_overpayment and (status = 'authorized' or amount_captured > amount_refunded) then 'overpayment' end
        ], null)) as reasons
        from payments where needs_attention or is_overpayment
      )
      update payments set attention = reasons, needs_attention = true
      from found where found.id = payments.id and json_array_length(reasons) > 0`);
  }
}
