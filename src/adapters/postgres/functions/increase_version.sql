-- Whichever function changes a delivery.
create or replace function increase_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end $$;
