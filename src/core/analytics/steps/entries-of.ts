import type { OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Id } from '#core/shared/id.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { Entry } from '../entry.ts';
import type { StartCache } from '../interval.ts';
import type { Measure, Values } from '../measures.ts';
import type { AnalyticsTx, SubjectId } from '../ports.ts';
import { isOrder, labelsOf, type Purchase, purchaseOf, type Sale, type SoldLabel } from '../sale.ts';
import { saleEntries } from '../sale-entries.ts';

/** What each kind of movement adds its amount to, which is negative for a contraction or a churn, and what it counts as one of. */
const MEASURED: Readonly<Record<SubscriptionMovement['kind'], Readonly<{ amount?: Measure; number?: Measure }>>> = {
  new: { amount: 'mrr_new', number: 'subscriptions_started' },
  expansion: { amount: 'mrr_expansion' },
  contraction: { amount: 'mrr_contraction' },
  churn: { amount: 'mrr_churn', number: 'subscriptions_churned' },
  reactivation: { amount: 'mrr_reactivation', number: 'subscriptions_reactivated' },
  trial_started: { number: 'trials_started' },
  trial_converted: { number: 'trials_converted' },
  trial_ended: { number: 'trials_ended' },
};

/** What a subscription adds to the figures, from its movements. */
const subscriptionEntries = (movements: readonly SubscriptionMovement[]): readonly Entry[] =>
  Entry.combine(
    movements.map((movement) => ({
      at: movement.at,
      dimension: 'none',
      key: '',
      currency: movement.amount.currency,
      values: valuesOf(movement),
    })),
  );

const valuesOf = ({ kind, amount }: SubscriptionMovement): Values => {
  const { amount: ofAmount, number } = MEASURED[kind];
  return { ...(ofAmount && { [ofAmount]: amount.minor }), ...(number && { [number]: 1n }) };
};

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
