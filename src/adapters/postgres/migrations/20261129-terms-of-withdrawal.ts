import { Migration } from '@mikro-orm/migrations';

export class TermsOfWithdrawal extends Migration {
  override up(): void {
    this.addSql('alter table shop add column withdrawal_notice text');
    this.addSql('alter table orders add column withdrawal_terms jsonb, add column cheapest_shipping numeric(16, 4)');
  }
}
