import { Migration } from '@mikro-orm/migrations';

/** Returns of fulfilled items. */
export class Returns extends Migration {
  override up(): void {
    this.addSql(`
      create table returns (
        id text collate "C" primary key, version integer not null,
        order_id text collate "C" not null, user_id text collate "C", status text not null, currency text not null,
        items json not null, reason text, actions json not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null
      )`);
    this.addSql('create index returns_created on returns (created_at, id)');
    this.addSql('create index returns_order on returns (order_id, created_at, id)');
    this.addSql('create index returns_user on returns (user_id, created_at, id) where user_id is not null');
    this.addSql('create index returns_status on returns (status, created_at, id)');
  }
}
