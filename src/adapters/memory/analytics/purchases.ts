import type { EarlierPurchases, Purchase } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { TableChanges } from '../store/memory-table.ts';
import type { PurchaseRow } from './analytics-store.ts';

/** The purchases of a generation, each with what its buyer has bought before. */
export class MemoryPurchases {
  readonly #rows: TableChanges<string, PurchaseRow>;

  constructor(rows: TableChanges<string, PurchaseRow>) {
    this.#rows = rows;
  }

  /** @returns the orders whose buyer has bought something else before them now, besides these. */
  save(generation: number, purchases: ReadonlyMap<OrderId, Purchase | undefined>): readonly OrderId[] {
    const buyers = new Set<string>();
    for (const [id, purchase] of purchases) {
      const name = `${generation} ${id}`;
      const former = this.#rows.get(name);
      if (former?.buyer === purchase?.buyer && former?.at.getTime() === purchase?.at.getTime()) continue;
      if (former !== undefined) buyers.add(former.buyer);
      if (purchase === undefined) this.#rows.delete(name);
      else {
        buyers.add(purchase.buyer);
        this.#rows.set(name, { ...purchase, generation, firstAt: purchase.at, previousAt: null });
      }
    }
    return [...buyers].flatMap((buyer) => this.#order(generation, buyer)).filter((id) => !purchases.has(id));
  }

  earlier(generation: number, ids: readonly OrderId[]): ReadonlyMap<OrderId, EarlierPurchases> {
    const rows = ids.map((id) => this.#rows.get(`${generation} ${id}`));
    return new Map(
      rows.flatMap((row) =>
        row === undefined ? [] : [[row.orderId, { firstAt: row.firstAt, previousAt: row.previousAt }] as const],
      ),
    );
  }

  /** Removes all purchases of a generation. */
  remove(generation: number): void {
    for (const [name, row] of [...this.#rows.entries()]) if (row.generation === generation) this.#rows.delete(name);
  }

  #order(generation: number, buyer: string): readonly OrderId[] {
    const rows = [...this.#rows.values()]
      .filter((row) => row.generation === generation && row.buyer === buyer)
      .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.orderId < b.orderId ? -1 : 1));
    return rows.flatMap((row, index) => {
      const [firstAt, previousAt] = [rows[0]?.at ?? row.at, rows[index - 1]?.at ?? null];
      if (row.firstAt.getTime() === firstAt.getTime() && row.previousAt?.getTime() === previousAt?.getTime()) return [];
      this.#rows.set(`${generation} ${row.orderId}`, { ...row, firstAt, previousAt });
      return [row.orderId];
    });
  }
}
