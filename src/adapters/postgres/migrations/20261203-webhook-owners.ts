import { Migration } from '@mikro-orm/migrations';

/** Endpoints belong to the users who created them, or else to the first owner of the shop. */
export class WebhookOwners extends Migration {
  override up(): void {
    this.addSql('alter table webhook_endpoints add owner_id text collate "C" references users (id)');
    this.addSql(`
      update webhook_endpoints endpoint set owner_id = coalesce(
        (select u.id from audit_log created join users u on u.id = created.actor_user_id
          where created.resource_id = endpoint.id and created.action = 'webhook.created' limit 1),
        (select id from users where role = 'owner' order by status, created_at, id limit 1))`);
    this.addSql(`
      alter table webhook_endpoints drop constraint webhook_endpoints_disabled_reason_check,
        add constraint webhook_endpoints_disabled_reason_check
          check (disabled_reason in ('requested', 'gone', 'failing', 'owner_disabled'))`);
    this.addSql('create index webhook_endpoints_owner on webhook_endpoints (owner_id, created_at, id)');
  }
}
