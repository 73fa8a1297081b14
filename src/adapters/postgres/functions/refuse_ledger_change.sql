create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Ledger entries cannot be changed and payments cannot be deleted: add a reversing movement.'
    using errcode = 'restrict_violation';
end $$;
