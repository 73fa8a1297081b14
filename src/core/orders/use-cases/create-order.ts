import { accessLevelOf, unknownUser } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import { emailKey as emailKeyOf } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { recordSale } from '#core/shop/steps/record-sale.ts';
import { type OrderRequest, stockAdjustmentsOf } from '../cart-of.ts';
import type { Guest } from '../guest.ts';
import { Order, type OrderId } from '../order.ts';
import { buyerOfCart, type CartBuyer } from '../order-buyer.ts';
import { type OrderDetails, requireMayConfirmTaxId, requireMayWriteDetails } from '../order-details.ts';
import { expiryMinutesOf } from '../order-expiry.ts';
import type { OrdersTx } from '../ports.ts';
import { type Choice, type PricedRequest, type PriceOrder, requireChoices } from '../price-order.ts';
import { orderCreated } from '../records.ts';
import { requireMaySetPrices } from '../sold-items.ts';
import { priceForGuest } from '../steps/price-for-guest.ts';
import { requireFewUnpaid, requireLittleStock, unpaidCounts } from '../steps/require-few-unpaid.ts';
import { claimDiscounts } from '../steps/reservations.ts';
import { requestOrderMail } from '../steps/store-order.ts';
import { takenItems, trackedQuantity } from '../taken-items.ts';
import { TimelineEntry } from '../timeline-entry.ts';

/** What an order takes from the checkout that it completes, which was checked before. */
type OrderedCheckout = Readonly<{
  id: Id<'chk'>;
  /** The id of the order, by which its payment begins in the same transaction. */
  orderId: OrderId;
  /** What the buyer has noted, for the staff. */
  note: string | null;
  /** Throws for what is missing, before a refusal can tell what the buyer has ordered. */
  requireComplete: (priced: PricedRequest) => void;
}>;

/** A request of a caller for a buyer. */
export type OrderCommand = Readonly<{
  request: OrderRequest;
  userId?: Order['userId'] | undefined;
  details: OrderDetails;
  /** For how long it may be unpaid, in minutes; null for good; as usual for the caller if omitted. */
  expiresInMinutes?: number | null | undefined;
  /** Of the visitor who orders with a publishable key. */
  guest?: Guest | undefined;
  /** The checkout that it completes. */
  checkout?: OrderedCheckout | undefined;
  /** A keyed digest of the client's network address. */
  client: string;
}>;

/** Prices an order; its work stores it with stock, number, event and timeline, all or nothing. */
export type CreateOrder = (actor: Actor, command: OrderCommand) => Promise<Work<Order, OrdersTx>>;

type Deps = Readonly<{ priceOrder: PriceOrder; clock: BusinessClock; ids: IdGenerator }>;

export const makeCreateOrder =
  ({ priceOrder, clock, ids }: Deps): CreateOrder =>
  async (actor, { request, userId: requestedUserId, details, guest, checkout, client, expiresInMinutes }) => {
    const userId = guest === undefined ? buyerOf(actor, requestedUserId) : null;
    requireMayWriteDetails(actor, details);
    requireMaySetPrices(actor, request);
    requireMayConfirmTaxId(actor, request.taxIdConfirmed);
    const expiryMinutes = expiryMinutesOf(actor, expiresInMinutes);
    const isByCustomer = guest !== undefined || accessLevelOf(actor, 'orders:write') === 'own';
    const buyer = buyerOfCart(details, { userId, at: clock.now() });
    const { priced, refusal } =
      guest === undefined
        ? await priceForUser(priceOrder, { request, requiresShipping: isByCustomer }, buyer)
        : await priceForGuest(priceOrder, request, buyer);
    checkout?.requireComplete(priced);
    const { rules } = priced;
    return async (tx) => {
      await recordSale(tx, rules);
      const emailKey = details.email ? emailKeyOf(details.email) : null;
      // lock order: user, buyer, client, products by id, discounts by id, so that no two transactions deadlock
      const [user, unpaid, adjusted] = await Promise.all([
        lockUser(tx, userId),
        isByCustomer ? tx.orders.countUnpaid({ userId, emailKey, client, changed: null }) : undefined,
        tx.products.adjustStock(stockAdjustmentsOf(request), clock.now()),
      ]);
      const counts = unpaid === undefined || user?.trusted ? [] : unpaidCounts(unpaid, { rules, userId });
      requireFewUnpaid(counts);
      // before the stock is looked at: beyond the limits nobody learns how much there is
      requireLittleStock(counts, trackedQuantity(priced, adjusted));
      const items = takenItems(priced, adjusted, { actor, ids });
      if (refusal !== undefined) throw refusal;
      const written = checkout === undefined ? details : { ...details, note: checkout.note };
      const order = Order.place({
        // taken after every check, so that rejected orders leave no gaps
        number: await tx.orders.nextNumber(),
        items,
        charges: priced.charges,
        withdrawalTerms: priced.withdrawalTerms,
        userId,
        guest: guest && { secretHash: guest.secretHash },
        checkoutId: checkout?.id ?? null,
        client: counts.length === 0 ? null : client,
        isByCustomer,
        expiryMinutes,
        details: written.email === undefined ? { ...written, email: user?.email ?? null } : written,
        // taken after the locks, so that times follow commit order, as do ids but that of a checkout's order
        id: checkout?.orderId ?? ids.next('ord'),
        at: clock.now(),
        expiresAfter: ShopRules.orderExpiryMs(rules),
      });
      await Promise.all([
        tx.orders.add(order, createdEntries(actor, order, ids)),
        tx.events.append(actor, ...orderCreated(order), ...stockAdjusted(adjusted)),
        requestOrderMail(tx, actor, { order, step: 'created' }),
        // sent last: it locks discounts with a limit until the transaction ends
        claimDiscounts(tx, order, priced),
      ]);
      return order;
    };
  };

const priceForUser = async (priceOrder: PriceOrder, choice: Choice, buyer: CartBuyer) => {
  const priced = await priceOrder(choice.request, buyer);
  requireChoices(priced, choice);
  return { priced, refusal: undefined };
};

/** Customers order for themselves; a caller with orders:write may order for others. */
export const buyerOf = (actor: Actor, userId: Order['userId'] | undefined): Order['userId'] => {
  const access = accessLevelOf(actor, 'orders:write');
  if (access === 'none') Scope.requireAll(actor, ['orders:write'], 'This');
  if (access === 'all' && (userId !== undefined || !actor.own)) return userId ?? null;
  const own = Actor.userOf(actor);
  if (userId !== undefined && userId !== null && userId !== own) throw unknownUser();
  return own;
};

/** @returns null for a guest. */
const lockUser = async (tx: OrdersTx, userId: Order['userId']) => {
  if (userId === null) return null;
  const buyer = await tx.users.lockForShare(userId);
  if (buyer === undefined) throw unknownUser();
  return buyer;
};

/** The first entries of an order's timeline. */
export const createdEntries = (actor: Actor, order: Order, ids: IdGenerator): TimelineEntry[] => {
  const context = { ids, actor, order, at: order.createdAt };
  const created = TimelineEntry.of(context, 'created', {
    total: Order.total(order).toNumber(),
    currency: order.currency,
  });
  return order.state.payment === 'paid' ? [created, TimelineEntry.of(context, 'paid')] : [created];
};
