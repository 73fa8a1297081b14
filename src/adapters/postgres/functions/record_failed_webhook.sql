-- As record_sign_in.
create or replace function record_failed_webhook() returns trigger language plpgsql as $$
begin
  insert into analytics_occurrences (kind, at) values ('failed_webhook', new.updated_at);
  return null;
end $$;
