import { Migration } from '@mikro-orm/migrations';

/** Buyers who have bought before are counted from the index alone. */
export class RepeatBuyers extends Migration {
  override up(): void {
    this.addSql('drop index analytics_purchases_at');
    this.addSql(
      'create index analytics_purchases_at on analytics_purchases (generation, at) include (first_at, previous_at, buyer)',
    );
  }
}
