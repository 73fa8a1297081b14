import type { OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Id } from '#core/shared/id.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { SubjectId } from '../analytics-repository.ts';
import type { Entry } from '../entry.ts';
import type { AnalyticsTx } from '../ports.ts';
import { type Purchase, purchaseOf } from '../purchase.ts';
import { isOrder, type Sale } from '../sale.ts';
import { saleEntries } from '../sale-entries.ts';
import { labelsOf, type SoldLabel } from '../sale-labels.ts';
import type { StartCache } from '../start-cache.ts';
import { subscriptionEntries } from '../subscription-entries.ts';

type Found = Readonly<{
  /** The subjects, and the orders that a change of their buyers' purchases affects. */
  ids: readonly SubjectId[];
  entries: ReadonlyMap<SubjectId, readonly Entry[]>;
  labels: readonly SoldLabel[];
}>;

/** The number of a generation, and the starts in its time zone. */
type Counting = Readonly<{ number: number; starts: StartCache }>;

/** What subjects add to the figures of a generation by their rows as they are now, and the names in them. */
export const entriesOf = async (
  tx: AnalyticsTx,
  { number, starts }: Counting,
  subjects: readonly SubjectId[],
): Promise<Found> => {
  const subscriptions = subjects.filter((id): id is SubscriptionId => Id.is('sub', id));
  const payables = subjects.filter((id): id is PayableId => !Id.is('sub', id));
  const movements = subscriptions.length === 0 ? [] : await tx.subscriptionMovements.listOf(subscriptions);
  const moved = Map.groupBy(movements, ({ subscriptionId }) => subscriptionId);
  const { sales, affected, entries } = await entriesOfSales(tx, { number, starts }, payables);
  return {
    ids: [...subjects, ...affected],
    entries: new Map<SubjectId, readonly Entry[]>([
      ...entries,
      ...[...moved].map(([id, ofOne]) => [id, subscriptionEntries(ofOne)] as const),
    ]),
    labels: labelsOf(sales),
  };
};

const entriesOfSales = async ({ analytics }: AnalyticsTx, { number, starts }: Counting, ids: readonly PayableId[]) => {
  if (ids.length === 0) return { sales: [], affected: [], entries: [] };
  const asked = await analytics.sales(ids);
  const affected = await analytics.savePurchases(number, purchasesIn(ids, asked));
  const sales = affected.length === 0 ? asked : [...asked, ...(await analytics.sales(affected))];
  const earlier = await analytics.earlierPurchases(number, [...ids, ...affected].filter(isOrderId));
  const entries = sales.map((sale) => {
    const { id } = sale.sold;
    return [id, saleEntries(sale, { earlier: isOrderId(id) ? earlier.get(id) : undefined, starts })] as const;
  });
  return { sales, affected, entries };
};

const isOrderId = (id: PayableId): id is OrderId => Id.is('ord', id);

const purchasesIn = (ids: readonly PayableId[], sales: readonly Sale[]): ReadonlyMap<OrderId, Purchase | undefined> => {
  const purchases = new Map<OrderId, Purchase | undefined>(ids.filter(isOrderId).map((id) => [id, undefined]));
  for (const { sold, movements } of sales) if (isOrder(sold)) purchases.set(sold.id, purchaseOf(sold, movements));
  return purchases;
};
