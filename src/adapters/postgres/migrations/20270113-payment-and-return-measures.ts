import { Migration } from '@mikro-orm/migrations';
import { countAgain } from './count-again.ts';

/** The figures of payments, returns and disputes. */
export class PaymentAndReturnMeasures extends Migration {
  override up(): void {
    this.addSql(`
      alter table analytics_rollups
        add column payments numeric,
        add column payments_succeeded numeric,
        add column returns numeric,
        add column units_returned numeric,
        add column disputes_opened numeric,
        add column disputes_opened_amount numeric,
        add column disputes_won numeric,
        add column disputes_won_amount numeric,
        add column disputes_lost numeric,
        add column disputes_lost_amount numeric`);
    for (const statement of countAgain()) this.addSql(statement);
  }
}
