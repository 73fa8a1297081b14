import type { EarlierPurchases, Purchase } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { TableChanges } from '../store/memory-table.ts';
import type { PurchaseRow } from './analytics-store.ts';

type PurchaseRows = TableChanges<string, PurchaseRow>;

/**
 * Stores the purchases of a generation, each with what its buyer has bought before.
 * @returns the orders whose buyer has bought something else before them now, besides these.
 */
export const savePurchases = (
  rows: PurchaseRows,
  generation: number,
  purchases: ReadonlyMap<OrderId, Purchase | undefined>,
): readonly OrderId[] => {
  const buyers = new Set<string>();
  for (const [id, purchase] of purchases) {
    const name = `${generation} ${id}`;
    const former = rows.get(name);
    if (former?.buyer === purchase?.buyer && former?.at.getTime() === purchase?.at.getTime()) continue;
    if (former !== undefined) buyers.add(former.buyer);
    if (purchase === undefined) rows.delete(name);
    else {
      buyers.add(purchase.buyer);
      rows.set(name, { ...purchase, generation, firstAt: purchase.at, previousAt: null });
    }
  }
  return [...buyers].flatMap((buyer) => order(rows, generation, buyer)).filter((id) => !purchases.has(id));
};

export const earlierPurchases = (
  rows: PurchaseRows,
  generation: number,
  ids: readonly OrderId[],
): ReadonlyMap<OrderId, EarlierPurchases> => {
  const found = ids.flatMap((id) => rows.get(`${generation} ${id}`) ?? []);
  return new Map(found.map(({ orderId, firstAt, previousAt }) => [orderId, { firstAt, previousAt }]));
};

const order = (rows: PurchaseRows, generation: number, buyer: string): readonly OrderId[] => {
  const own = rows
    .filter((row) => row.generation === generation && row.buyer === buyer)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.orderId < b.orderId ? -1 : 1));
  return own.flatMap((row, index) => {
    const [firstAt, previousAt] = [own[0]?.at ?? row.at, own[index - 1]?.at ?? null];
    if (row.firstAt.getTime() === firstAt.getTime() && row.previousAt?.getTime() === previousAt?.getTime()) return [];
    rows.set(`${generation} ${row.orderId}`, { ...row, firstAt, previousAt });
    return [row.orderId];
  });
};
