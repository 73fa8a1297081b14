import type { ProductId } from '#core/catalog/product-fields.ts';
import type { Address } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import type { BillPart } from './bill.ts';
import type { Plan, PlanId } from './plan.ts';

/** A product that a period is for. */
export type Goods = Readonly<{
  productId: ProductId;
  quantity: number;
  /** Where they are shipped, by which they are taxed; undefined, as in those of before it was recorded: to the user’s first one. */
  shippingAddress?: Address | null | undefined;
}>;

/** Goods of a period that wait for the payment of its invoice. */
export type Reservation = Goods &
  Readonly<{
    invoiceId: Id<'inv'>;
    /** They went back to the stock, and are taken again if the payment still comes; otherwise they are taken from it. */
    isReleased?: true;
  }>;

/** Goods that go back to the stock. */
export const released = (reservation: Reservation): Reservation => ({ ...reservation, isReleased: true });

/** The quantity that is taken from the stock. */
export const heldQuantity = (reservations: readonly Reservation[]): number =>
  reservations.reduce((sum, { quantity, isReleased = false }) => (isReleased ? sum : sum + quantity), 0);

/** How much of its product a plan sends in each period: one unit at a price for any quantity. */
export const quantityOfGoods = ({ price }: Pick<Plan, 'price'>, quantity: number): number =>
  price.model === 'flat' ? Math.min(1, quantity) : quantity;

/** The goods of the periods of a bill that were not sent yet, each product once, with where they are shipped. */
export const goodsOf = (
  bill: readonly BillPart[],
  planOf: (id: PlanId) => Plan,
  shippingAddress: Goods['shippingAddress'],
): readonly Goods[] =>
  sumByProduct(
    bill.flatMap((part) => {
      if (part.kind !== 'period' || part.isSent) return [];
      const plan = planOf(part.plan.planId);
      const quantity = quantityOfGoods(plan, part.plan.quantity);
      return plan.productId === null || quantity === 0 ? [] : [{ productId: plan.productId, quantity }];
    }),
  ).map((each) => ({ ...each, shippingAddress }));

/** Goods with each product once, wherever they are shipped. */
export const sumByProduct = (goods: readonly Goods[]): readonly Goods[] => {
  const quantities = new Map<ProductId, number>();
  for (const { productId, quantity } of goods) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
};

/** What a subscription without stock waits for. */
export type OutOfStock = Readonly<{
  /** When stock was short first. */
  since: Date;
  nextAttemptAt: Date;
}>;

const MS_PER_HOUR = 3_600_000;

/** Stock is tried again after as long as it has been short: at least an hour, at most a day. */
export const stillOutOfStock = (current: OutOfStock | null, at: Date): OutOfStock => {
  const since = current?.since ?? at;
  const delay = Math.min(24 * MS_PER_HOUR, Math.max(MS_PER_HOUR, at.getTime() - since.getTime()));
  return { since, nextAttemptAt: new Date(at.getTime() + delay) };
};
