-- Removes entries with the rights of the role that migrates: the role that runs the service may delete none. The search
-- path has only schemas in which no other role can put a table or a function, so the body names the schema of the table.
do $create$ begin execute format($function$
create or replace function remove_audit_entries(removed_before timestamptz, max_rows integer)
returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  delete from %1$s.audit_log where id = any(array(
    select id from %1$s.audit_log
    where created_at < least(removed_before, now() - interval '400 days') limit max_rows
  ));
  get diagnostics removed = row_count;
  return removed;
end $$
$function$, coalesce(
  -- new databases have the function before the table
  (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('audit_log')),
  quote_ident(current_schema())
)); end $create$;
revoke execute on function remove_audit_entries from public;
