import { Migration } from '@mikro-orm/migrations';

/** Keys and webhooks know the key that made them, with which they end; those of before, by the audit log. */
export class OriginsOfKeys extends Migration {
  override up(): void {
    this.addSql('alter table api_keys add column created_by_key text collate "C"');
    this.addSql(`alter table webhook_endpoints
      add column set_up_by_key text collate "C",
      drop constraint webhook_endpoints_disabled_reason_check,
      add constraint webhook_endpoints_disabled_reason_check
        check (disabled_reason in ('requested', 'gone', 'failing', 'owner_disabled', 'session_ended', 'key_revoked'))`);
    this.addSql(`update api_keys made
      set created_by_key = entry.actor_credential_id
      from audit_log entry
      where entry.action = 'api_key.created' and entry.resource_id = made.id
        and entry.actor_credential_id like 'key\\_%'`);
    this.addSql(`update webhook_endpoints endpoint
      set set_up_by_key = entry.actor_credential_id
      from (
        select distinct on (resource_id) resource_id, actor_credential_id
        from audit_log
        where action in ('webhook.created', 'webhook.secret_rotated')
        order by resource_id, created_at desc, id desc
      ) entry
      where entry.resource_id = endpoint.id and entry.actor_credential_id like 'key\\_%'`);
  }
}
