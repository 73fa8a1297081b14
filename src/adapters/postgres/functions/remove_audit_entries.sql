-- Removes entries with the rights of the role that migrates: the role that runs the service may delete none. The search
-- path has only schemas in which no other role can put a table or a function.
create or replace function remove_audit_entries(removed_before timestamptz, max_rows integer)
returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  delete from public.audit_log where id = any(array(
    select id from public.audit_log
    where created_at < least(removed_before, now() - interval '400 days') limit max_rows
  ));
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_audit_entries from public;
