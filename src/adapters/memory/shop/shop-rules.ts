import { conflict } from '#core/shared/domain-error.ts';
import type { ShopRulesQueries, ShopRulesRepository } from '#core/shop/ports.ts';
import { RULES_ID, ShopRules } from '#core/shop/shop-rules.ts';
import { MemoryTable, type TableChanges } from '../store/memory-table.ts';

type Id = ShopRules['id'];

/** A table with the rules. */
export const makeShopRulesTable = (): MemoryTable<Id, ShopRules> => {
  const table = new MemoryTable<Id, ShopRules>();
  // by the storage's own time, like a migration, whatever the service's clock
  table.set(RULES_ID, ShopRules.initial(new Date()));
  return table;
};

const rulesIn = (rows: Pick<TableChanges<Id, ShopRules>, 'get'>): ShopRules => {
  const rules = rows.get(RULES_ID);
  if (rules === undefined) throw new TypeError('The rules of the shop are missing.');
  return rules;
};

export class MemoryShopRulesRepository implements ShopRulesRepository {
  readonly #rows: TableChanges<Id, ShopRules>;
  readonly #hasSales: () => boolean;

  constructor(rows: TableChanges<Id, ShopRules>, hasSales: () => boolean) {
    this.#rows = rows;
    this.#hasSales = hasSales;
  }

  async get(): Promise<ShopRules> {
    const rules = rulesIn(this.#rows);
    return { ...rules, hasSales: rules.hasSales || this.#hasSales() };
  }

  async read(): Promise<ShopRules> {
    return rulesIn(this.#rows);
  }

  async recordSale(): Promise<ShopRules> {
    const rules = { ...rulesIn(this.#rows), hasSales: true };
    this.#rows.set(RULES_ID, rules);
    return rules;
  }

  async save(rules: ShopRules): Promise<void> {
    if (rulesIn(this.#rows).version !== rules.version - 1) throw conflict('The rules were changed concurrently.');
    this.#rows.set(RULES_ID, rules);
  }
}

export class MemoryShopRulesQueries implements ShopRulesQueries {
  readonly #rows: MemoryTable<Id, ShopRules>;

  constructor(rows: MemoryTable<Id, ShopRules>) {
    this.#rows = rows;
  }

  async get(): Promise<ShopRules> {
    return rulesIn(this.#rows);
  }
}
