import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the function that takes a request's name for a transaction, or fails it: so nobody waits to hear that the name
 * was free. The lock tells at once that another transaction has the name; the primary key of `answers` decides.
 */
export class RequestNames extends Migration {
  override up(): void {
    this.addSql(`
      create function take_request_name(the_account text, the_operation text, the_key text, since timestamptz)
      returns void language plpgsql as $$
      declare
        kept_at timestamptz;
      begin
        select created_at into kept_at from answers
          where account = the_account and operation = the_operation and key = the_key;
        if kept_at > since then
          raise exception 'The request was answered.' using errcode = 'RN001';
        end if;
        if not pg_try_advisory_xact_lock(
          hashtextextended(the_account || E'\n' || the_operation || E'\n' || the_key, 0)
        ) then
          raise exception 'The request is running.' using errcode = 'RN002';
        end if;
        if kept_at is not null then
          delete from answers
            where account = the_account and operation = the_operation and key = the_key and created_at <= since;
        end if;
      end $$`);
  }
}
