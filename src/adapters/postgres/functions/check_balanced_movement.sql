-- Checked at the commit: debits equal credits, and a payment's amounts are those of its movements.
create or replace function check_balanced_movement() returns trigger language plpgsql as $$
begin
  if (select sum(debit) - sum(credit) <> 0 or count(*) <> 2 or count(distinct currency) <> 1
      from ledger_entries where movement_id = new.movement_id) then
    raise exception 'The debits of movement % do not equal its credits.', new.movement_id
      using errcode = 'integrity_constraint_violation';
  end if;
  perform require_payment_matches_ledger(new.payment_id);
  return null;
end $$;
