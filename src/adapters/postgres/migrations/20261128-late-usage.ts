import { Migration } from '@mikro-orm/migrations';

/** Usage waits for late records, and what it was billed with is kept. */
export class LateUsage extends Migration {
  override up(): void {
    this.addSql('alter table plans add column usage_grace_hours integer not null default 1');
    this.addSql(
      "alter table subscriptions add column usage_due_at timestamptz(3), add column usage_charges json not null default '[]'",
    );
  }
}
