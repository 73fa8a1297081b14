import { stockAdjusted } from '#core/catalog/events.ts';
import { Product } from '#core/catalog/product.ts';
import type { Quote } from '#core/pricing/quote.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/storage.ts';
import { orderCreated } from '../events.ts';
import { Order } from '../order.ts';
import { buyerOfCart } from '../order-buyer.ts';
import { type PriceOrder, requireShippingApplies } from '../price-order.ts';
import { takenItems } from '../taken-items.ts';
import { buyerOf, type OrderCommand, unknownUser } from './create-order.ts';

/** The order that a request would create now. */
export type QuotedOrder = Readonly<{
  order: Order;
  quote: Quote;
  /** The types of the events that the creation would write. */
  eventTypes: readonly string[];
}>;

/** Prices an order as its creation does. Its work only reads: it neither locks nor reserves anything. */
export type QuoteOrder = (actor: Actor, command: OrderCommand) => Promise<Work<QuotedOrder>>;

type Deps = Readonly<{ priceOrder: PriceOrder; clock: Clock; ids: IdGenerator; expiresAfter: number }>;

export const makeQuoteOrder =
  ({ priceOrder, clock, ids, expiresAfter }: Deps): QuoteOrder =>
  async (actor, { request, userId: requestedUserId, details, guest }) => {
    const at = clock.now();
    const userId = guest === undefined ? buyerOf(actor, requestedUserId) : null;
    const priced = await priceOrder(request, buyerOfCart(details, { userId, at }));
    requireShippingApplies(priced);
    const adjusted = priced.items.map(({ product, quantity }) => ({
      before: product,
      after: Product.withStockAdjusted(product, -quantity, at),
    }));
    const items = takenItems(priced, adjusted, ids);
    return async (tx) => {
      const user = userId === null ? undefined : await tx.users.find(userId);
      if (userId !== null && user === undefined) throw unknownUser();
      const order = Order.place({
        id: ids.next('ord'),
        number: await tx.orders.nextNumber(),
        items,
        charges: priced.charges,
        userId,
        details: details.email === undefined ? { ...details, email: user?.email ?? null } : details,
        at,
        expiresAfter,
      });
      const events = [...orderCreated(order), ...stockAdjusted(adjusted)];
      return { order, quote: priced.quote, eventTypes: events.map(({ type }) => type) };
    };
  };
