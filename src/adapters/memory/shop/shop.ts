import type { ShopQueries, ShopRepository } from '#core/shop/ports.ts';
import { SHOP_ID, Shop } from '#core/shop/shop.ts';
import { MemoryTable, type Rows } from '../store/memory-table.ts';
import { requirePrevious } from '../store/resources.ts';

type ShopRows = Rows<Shop['id'], Shop>;

/** A table with the shop; by the storage's own time, like a migration, whatever the service's clock. */
export const makeShopTable = () => new MemoryTable<Shop['id'], Shop>([[SHOP_ID, Shop.initial(new Date())]]);

const shopIn = (rows: ShopRows): Shop => {
  const shop = rows.get(SHOP_ID);
  if (shop === undefined) throw new TypeError('The shop is missing.');
  return shop;
};

export const makeShopQueries = (rows: ShopRows): ShopQueries => ({ get: async () => shopIn(rows) });

export const makeShopRepository = (rows: ShopRows, noteChange: (id: string) => void): ShopRepository => ({
  get: async () => shopIn(rows),
  read: async () => shopIn(rows),

  async save(shop) {
    requirePrevious(shopIn(rows), shop);
    rows.set(SHOP_ID, shop);
    noteChange(SHOP_ID);
  },
});
