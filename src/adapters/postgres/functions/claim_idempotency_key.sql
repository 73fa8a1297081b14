-- Takes a key for the transaction, or fails. A lock that is not available means at once that the request runs
-- elsewhere; the primary key has the last word.
create or replace function claim_idempotency_key(the_account text, the_operation text, the_key text, since timestamptz)
returns void language plpgsql as $$
declare
  recorded_at timestamptz;
begin
  select created_at into recorded_at from idempotency_records
    where account = the_account and operation = the_operation and key = the_key;
  if recorded_at > since then
    raise exception 'The request was completed before.' using errcode = 'RN001';
  end if;
  if not pg_try_advisory_xact_lock(
    hashtextextended(the_account || E'\n' || the_operation || E'\n' || the_key, 0)
  ) then
    raise exception 'The request is in progress.' using errcode = 'RN002';
  end if;
  if recorded_at is not null then
    delete from idempotency_records
      where account = the_account and operation = the_operation and key = the_key and created_at <= since;
  end if;
end $$;
