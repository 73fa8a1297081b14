-- Makes a statement fail that found no row of the version before, so that nobody needs to wait for its result.
create or replace function require_saved(is_saved boolean) returns void language plpgsql as $$
begin
  if not is_saved then
    raise exception 'The stored version is not the one before the saved version.' using errcode = 'RN003';
  end if;
end $$;
