import { Migration } from '@mikro-orm/migrations';
import { countAgain } from './count-again.ts';

/** The figures of subscriptions. */
export class SubscriptionMeasures extends Migration {
  override up(): void {
    this.addSql(`
      alter table analytics_rollups
        add column mrr_new numeric,
        add column mrr_expansion numeric,
        add column mrr_contraction numeric,
        add column mrr_churn numeric,
        add column mrr_reactivation numeric,
        add column subscriptions_started numeric,
        add column subscriptions_churned numeric,
        add column subscriptions_reactivated numeric,
        add column trials_started numeric,
        add column trials_converted numeric,
        add column trials_ended numeric`);
    for (const statement of countAgain()) this.addSql(statement);
  }
}
