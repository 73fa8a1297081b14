import { conflict } from '#core/shared/domain-error.ts';
import type { ShopQueries, ShopRepository } from '#core/shop/ports.ts';
import { SHOP_ID, Shop } from '#core/shop/shop.ts';
import { MemoryTable, type TableChanges } from '../store/memory-table.ts';

/** A table with the shop. */
export const makeShopTable = (): MemoryTable<Shop['id'], Shop> => {
  const table = new MemoryTable<Shop['id'], Shop>();
  // by the storage's own time, like a migration, whatever the service's clock
  table.set(SHOP_ID, Shop.initial(new Date()));
  return table;
};

const shopIn = (rows: Pick<TableChanges<Shop['id'], Shop>, 'get'>): Shop => {
  const shop = rows.get(SHOP_ID);
  if (shop === undefined) throw new TypeError('The shop is missing.');
  return shop;
};

export class MemoryShopRepository implements ShopRepository {
  readonly #rows: TableChanges<Shop['id'], Shop>;
  readonly #noteChange: (id: string) => void;

  constructor(rows: TableChanges<Shop['id'], Shop>, noteChange: (id: string) => void) {
    this.#rows = rows;
    this.#noteChange = noteChange;
  }

  async get(): Promise<Shop> {
    return shopIn(this.#rows);
  }

  async read(): Promise<Shop> {
    return shopIn(this.#rows);
  }

  async save(shop: Shop): Promise<void> {
    if (shopIn(this.#rows).version !== shop.version - 1) throw conflict('The shop was changed concurrently.');
    this.#rows.set(SHOP_ID, shop);
    this.#noteChange(SHOP_ID);
  }
}

export class MemoryShopQueries implements ShopQueries {
  readonly #rows: MemoryTable<Shop['id'], Shop>;

  constructor(rows: MemoryTable<Shop['id'], Shop>) {
    this.#rows = rows;
  }

  async get(): Promise<Shop> {
    return shopIn(this.#rows);
  }
}
