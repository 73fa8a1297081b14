import { Migration } from '@mikro-orm/migrations';

/** The first start seeds the rules from its environment. */
export class RulesOfTheShop extends Migration {
  override up(): void {
    this.addSql(`create table shop_rules (
      id text collate "C" primary key check (id = 'rules_00000000000000000000000000'),
      version integer not null,
      "values" json not null,
      has_sales boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`);
    this.addSql(`insert into shop_rules (id, version, "values", has_sales, created_at, updated_at)
      values ('rules_00000000000000000000000000', 0, '{}', false, now(), now())`);
  }
}
