create or replace function check_payment_matches_ledger() returns trigger language plpgsql as $$
begin
  perform require_payment_matches_ledger(new.id);
  return null;
end $$;
