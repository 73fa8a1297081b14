import { Migration } from '@mikro-orm/migrations';

/** Ids sort by bytes. */
const ID = 'text collate "C"';

/** Profiles, what is mailed to people, restrictions of keys, the audit log, and whom kept answers tell of. */
export class People extends Migration {
  override up(): void {
    this.users();
    this.mail();
    this.keys();
    this.auditLog();
    this.answers();
  }

  private users(): void {
    this.addSql(`
      alter table users
        add email_verified_at timestamptz(3),
        add phone text,
        add addresses json not null default '[]',
        add metadata json not null default '{}',
        add search text,
        add search_grams text[]`);
    this.addSql(`update users set search = ' ' || lower(trim(coalesce(name, '') || ' ' || email))`);
    this.addSql(`
      update users set search_grams = array(
        select distinct substr(search, place, 3) from generate_series(1, length(search) - 2) as place
        union
        select substr(search, place, 2) from generate_series(1, length(search) - 1) as place
        where substr(search, place, 1) = ' '
      )`);
    this.addSql('alter table users alter search set not null, alter search_grams set not null');
    this.addSql('create index users_created on users (created_at, id)');
    this.addSql('create index users_role_created on users (role, created_at, id)');
    this.addSql('create index users_status_created on users (status, created_at, id)');
    this.addSql('create index users_search on users using gin (search_grams)');
  }

  private mail(): void {
    this.addSql(`
      create table one_time_tokens (
        hash text collate "C" primary key,
        purpose text collate "C" not null,
        user_id ${ID} not null references users (id),
        email_key text not null,
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index one_time_tokens_user on one_time_tokens (user_id, purpose)');
    this.addSql('create index one_time_tokens_expires on one_time_tokens (expires_at)');
    this.addSql(`
      create table mail_requests (
        id bigint generated always as identity primary key,
        purpose text collate "C" not null,
        email_key text not null,
        tries integer not null default 0,
        due_at timestamptz(3) not null,
        constraint mail_requests_one unique (email_key, purpose)
      )`);
    this.addSql('create index mail_requests_due on mail_requests (due_at)');
  }

  private keys(): void {
    this.addSql('alter table api_keys add allowed_ips jsonb, add expiry_told_at timestamptz(3)');
    this.addSql(`
      create index api_keys_expiring on api_keys (expires_at)
      where expires_at is not null and expiry_told_at is null and revoked_at is null`);
    this.addSql('drop index sessions_user');
    this.addSql('create index sessions_user_created on sessions (user_id, created_at, id)');
  }

  private auditLog(): void {
    this.addSql(`
      create table audit_log (
        id ${ID} primary key,
        actor_kind text not null,
        actor_user_id ${ID},
        actor_credential_id ${ID},
        action text collate "C" not null,
        resource_type text,
        resource_id ${ID},
        before json not null,
        after json not null,
        request_id text,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index audit_log_created on audit_log (created_at, id)');
    this.addSql('create index audit_log_user on audit_log (actor_user_id, created_at, id)');
    this.addSql('create index audit_log_credential on audit_log (actor_credential_id, created_at, id)');
    this.addSql('create index audit_log_action on audit_log (action, created_at, id)');
    this.addSql('create index audit_log_resource on audit_log (resource_id, created_at, id)');
    this.addSql(`
      create function keep_audit_log() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.created_at < now() - interval '400 days' then
            return old;
          end if;
        end if;
        raise exception 'The audit log is only added to: % is refused.', lower(tg_op) using errcode = 'AL001';
      end $$`);
    this.addSql(`
      create trigger audit_log_rows before update or delete on audit_log
      for each row execute function keep_audit_log()`);
    this.addSql(`
      create trigger audit_log_whole before truncate on audit_log
      for each statement execute function keep_audit_log()`);
  }

  private answers(): void {
    this.addSql(`
      alter table answers
        alter body drop not null,
        add people text[] not null default '{}'`);
    // what clients call their requests may be somebody's e-mail: names are kept as their SHA-256 from here on
    this.addSql(`
      update answers set key = rtrim(translate(encode(sha256(convert_to(key, 'UTF8')), 'base64'), '+/', '-_'), '=')`);
    // of what was kept before, only the text itself tells
    this.addSql(`
      update answers set people = array(
        select distinct found[1] from regexp_matches(body, 'usr_[0-7][0-9a-hjkmnp-tv-z]{25}', 'g') as found
      ) where body like '%usr\\_%'`);
    this.addSql(`create index answers_people on answers using gin (people) where people <> '{}'`);
  }
}
