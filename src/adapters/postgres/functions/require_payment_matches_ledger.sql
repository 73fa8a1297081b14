create or replace function require_payment_matches_ledger(payment text) returns void language plpgsql as $$
begin
  if not exists (
    select from payments p
    where p.id = payment and (p.amount_captured, p.amount_refunded, p.amount_disputed, 0) = (
      select coalesce(sum(debit) filter (where kind = 'capture'), 0),
        coalesce(sum(debit) filter (where kind in ('refund', 'dispute_lost')), 0)
          - coalesce(sum(debit) filter (where kind = 'refund_reversal'), 0),
        coalesce(sum(debit) filter (where kind = 'dispute'), 0)
          - coalesce(sum(debit) filter (where kind in ('dispute_won', 'dispute_lost')), 0),
        count(*) filter (where (currency, payable_id) <> (p.currency, p.payable_id))
      from ledger_entries where payment_id = payment)
  ) then
    raise exception 'The amounts of payment % differ from its ledger entries.', payment
      using errcode = 'integrity_constraint_violation';
  end if;
end $$;
