-- As record_sign_in.
create or replace function record_stock_out() returns trigger language plpgsql as $$
begin
  insert into analytics_occurrences (kind, at) values ('stock_out', new.updated_at);
  return null;
end $$;
