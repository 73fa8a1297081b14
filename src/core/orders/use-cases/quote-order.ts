import { accessLevelOf, unknownUser } from '#core/access/ownership.ts';
import { Product } from '#core/catalog/product.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import type { Quote } from '#core/pricing/quote.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { UnpaidOrders } from '../guest.ts';
import { Order } from '../order.ts';
import { buyerOfCart } from '../order-buyer.ts';
import { requireMayConfirmTaxId } from '../order-details.ts';
import { expiryMinutesOf } from '../order-expiry.ts';
import type { OrdersTx } from '../ports.ts';
import { asNewBuyer, type PriceOrder, requireQuotable } from '../price-order.ts';
import { orderCreated } from '../records.ts';
import { requireMaySetPrices } from '../sold-items.ts';
import { requireLittleStock, unpaidCounts } from '../steps/require-few-unpaid.ts';
import { takenItems, trackedQuantity } from '../taken-items.ts';
import { buyerOf, type OrderCommand } from './create-order.ts';

/** The order that a request would create now. */
export type QuotedOrder = Readonly<{
  order: Order;
  quote: Quote;
  /** The types of the events that the creation would write. */
  eventTypes: readonly string[];
}>;

/** Prices an order as its creation does. Its work only reads: it neither locks nor reserves anything. */
export type QuoteOrder = (
  actor: Actor,
  command: OrderCommand,
) => Promise<Readonly<{ quote: Quote; work: Work<QuotedOrder, OrdersTx> }>>;

type Deps = Readonly<{ priceOrder: PriceOrder; clock: BusinessClock; ids: IdGenerator }>;

export const makeQuoteOrder =
  ({ priceOrder, clock, ids }: Deps): QuoteOrder =>
  async (actor, { request, userId: requestedUserId, details, guest, expiresInMinutes }) => {
    const expiryMinutes = expiryMinutesOf(actor, expiresInMinutes);
    requireMayConfirmTaxId(actor, request.taxIdConfirmed);
    requireMaySetPrices(actor, request);
    const at = clock.now();
    const userId = guest === undefined ? buyerOf(actor, requestedUserId) : null;
    const buyer = buyerOfCart(details, { userId, at });
    const priced = await priceOrder(request, guest === undefined ? buyer : asNewBuyer(buyer));
    requireQuotable(priced, request);
    const adjusted = priced.items.flatMap(({ goods, quantity }) =>
      goods.id === null ? [] : [{ before: goods, after: Product.withStockAdjusted(goods, -quantity, at) }],
    );
    const isByCustomer = guest !== undefined || accessLevelOf(actor, 'orders:write') === 'own';
    const work: Work<QuotedOrder, OrdersTx> = async (tx) => {
      const user = userId === null ? undefined : await tx.users.find(userId);
      if (userId !== null && user === undefined) throw unknownUser();
      // what nobody may order without paying, nobody is told to be there
      const isLimited = isByCustomer && !user?.trusted;
      const counts = isLimited ? unpaidCounts(UnpaidOrders.none, { rules: priced.rules, userId }) : [];
      requireLittleStock(counts, trackedQuantity(priced, adjusted));
      const items = takenItems(priced, adjusted, { actor, ids });
      const order = Order.place({
        id: ids.next('ord'),
        number: await tx.orders.nextNumber(),
        items,
        charges: priced.charges,
        withdrawalTerms: priced.withdrawalTerms,
        userId,
        expiryMinutes,
        details: details.email === undefined ? { ...details, email: user?.email ?? null } : details,
        at,
        expiresAfter: ShopRules.orderExpiryMs(priced.rules),
      });
      const events = [...orderCreated(order), ...stockAdjusted(adjusted)];
      return { order, quote: priced.quote, eventTypes: events.map(({ type }) => type) };
    };
    return { quote: priced.quote, work };
  };
