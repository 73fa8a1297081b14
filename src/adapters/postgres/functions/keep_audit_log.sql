-- Entries are never changed, and removed only past the retention period.
create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log is only added to: % is refused.', lower(tg_op) using errcode = 'AL001';
end $$;
