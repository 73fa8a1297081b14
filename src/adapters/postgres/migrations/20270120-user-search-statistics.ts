import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps statistics of more n-grams of users. With the default of 1,000, the planner takes each other one for frequent,
 * and looks for a word that few have, or nobody, by reading users from the newest on until all are read.
 */
export class UserSearchStatistics extends Migration {
  override up(): void {
    this.addSql('alter table users alter column search_grams set statistics 300');
    this.addSql('analyze users (search_grams)');
  }
}
