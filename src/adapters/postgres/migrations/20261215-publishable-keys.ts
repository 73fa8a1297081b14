import { Migration } from '@mikro-orm/migrations';

/** Keys for the source of pages, with the origins of these pages, and rate limits of single keys. */
export class PublishableKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table api_keys
        add column kind text collate "C" not null default 'secret' check (kind in ('secret', 'publishable')),
        add column allowed_origins jsonb check ((allowed_origins is not null) = (kind = 'publishable')),
        add column rate_limit text`);
    this.addSql(
      `create index api_keys_publishable on api_keys (expires_at) where kind = 'publishable' and revoked_at is null`,
    );
  }
}
