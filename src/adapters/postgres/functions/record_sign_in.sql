-- Rows are only added, so that no two writers wait for each other.
create or replace function record_sign_in() returns trigger language plpgsql as $$
begin
  insert into analytics_occurrences (kind, at) values ('sign_in', new.created_at);
  return null;
end $$;
