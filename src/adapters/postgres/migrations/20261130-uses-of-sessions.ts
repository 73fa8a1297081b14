import { Migration } from '@mikro-orm/migrations';

/** Sessions end when nobody uses them for a while. Those of before count as used now. */
export class UsesOfSessions extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column last_used_at timestamptz(3)');
    this.addSql('update sessions set last_used_at = now()');
  }
}
