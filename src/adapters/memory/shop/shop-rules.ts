import type { ShopRulesQueries, ShopRulesRepository } from '#core/shop/ports.ts';
import { RULES_ID, ShopRules } from '#core/shop/shop-rules.ts';
import { MemoryTable, type Rows } from '../store/memory-table.ts';
import { requirePrevious } from '../store/resources.ts';

type RulesRows = Rows<ShopRules['id'], ShopRules>;

/** A table with the rules; by the storage's own time, like a migration, whatever the service's clock. */
export const makeShopRulesTable = () =>
  new MemoryTable<ShopRules['id'], ShopRules>([[RULES_ID, ShopRules.initial(new Date())]]);

const rulesIn = (rows: RulesRows): ShopRules => {
  const rules = rows.get(RULES_ID);
  if (rules === undefined) throw new TypeError('The rules of the shop are missing.');
  return rules;
};

export const makeShopRulesQueries = (rows: RulesRows): ShopRulesQueries => ({ get: async () => rulesIn(rows) });

export const makeShopRulesRepository = (rows: RulesRows, hasSales: () => boolean): ShopRulesRepository => ({
  async get() {
    const rules = rulesIn(rows);
    return { ...rules, hasSales: rules.hasSales || hasSales() };
  },

  read: async () => rulesIn(rows),

  async recordSale() {
    const rules = { ...rulesIn(rows), hasSales: true };
    rows.set(RULES_ID, rules);
    return rules;
  },

  async save(rules) {
    requirePrevious(rulesIn(rows), rules);
    rows.set(RULES_ID, rules);
  },
});
