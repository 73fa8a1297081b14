import { Migration } from '@mikro-orm/migrations';

/** Renames tables, columns and functions to the terms of the glossary; the data stays where it is. */
export class IdempotencyRecords extends Migration {
  override up(): void {
    this.#table();
    this.#claim();
    this.addSql('alter table api_keys rename column expiry_told_at to expiry_announced_at');
    this.addSql('alter table mail_requests rename column tries to attempts');
  }

  #table(): void {
    this.addSql('alter table answers rename to idempotency_records');
    this.addSql('alter table idempotency_records rename column people to personal_ids');
    this.addSql('alter table idempotency_records rename constraint answers_name to idempotency_records_key');
    this.addSql('alter index answers_created rename to idempotency_records_created');
    this.addSql('alter index answers_people rename to idempotency_records_personal_ids');
  }

  // a lock that is not available means at once that the request runs elsewhere; the primary key has the last word
  #claim(): void {
    this.addSql('drop function take_request_name(text, text, text, timestamptz)');
    this.addSql(`
      create function claim_idempotency_key(the_account text, the_operation text, the_key text, since timestamptz)
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
          hashtextextended(the_account || E'\\n' || the_operation || E'\\n' || the_key, 0)
        ) then
          raise exception 'The request is in progress.' using errcode = 'RN002';
        end if;
        if recorded_at is not null then
          delete from idempotency_records
            where account = the_account and operation = the_operation and key = the_key and created_at <= since;
        end if;
      end $$`);
  }
}
