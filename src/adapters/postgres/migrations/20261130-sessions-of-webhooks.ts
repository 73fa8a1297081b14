import { Migration } from '@mikro-orm/migrations';

/** Webhooks know the session that set them up; those of before, by the audit log. They end with it. */
export class SessionsOfWebhooks extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_endpoints
      add column set_up_by_session text collate "C",
      drop constraint webhook_endpoints_disabled_reason_check,
      add constraint webhook_endpoints_disabled_reason_check
        check (disabled_reason in ('requested', 'gone', 'failing', 'owner_disabled', 'session_ended'))`);
    this.addSql(`update webhook_endpoints endpoint
      set set_up_by_session = coalesce(key.created_by_session, entry.actor_credential_id)
      from (
        select distinct on (resource_id) resource_id, actor_credential_id
        from audit_log
        where action in ('webhook.created', 'webhook.secret_rotated')
        order by resource_id, created_at desc, id desc
      ) entry
      left join api_keys key on key.id = entry.actor_credential_id
      where entry.resource_id = endpoint.id
        and (key.created_by_session is not null or entry.actor_credential_id like 'ses\\_%')`);
  }
}
