import type { ProductId } from '#core/catalog/product-fields.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import { exemptionInSubscription } from '#core/catalog/withdrawal-exemption.ts';
import { Order } from '#core/orders/order.ts';
import { itemOf } from '#core/orders/order-item.ts';
import { orderCreated } from '#core/orders/records.ts';
import { requestOrderMail } from '#core/orders/steps/store-order.ts';
import { requireStock } from '#core/orders/taken-items.ts';
import { createdEntries } from '#core/orders/use-cases/create-order.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { Shop } from '#core/shop/shop.ts';
import { type Goods, type Reservation, sumByProduct } from '../period-goods.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { Subscription } from '../subscription.ts';

/**
 * Takes goods from the stock. Goods whose stock is not tracked, or whose product is gone, have no order.
 * @returns the goods that were taken. @throws DomainError `insufficient_stock`.
 */
export const takeGoods = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { goods, at }: Readonly<{ goods: readonly Goods[]; at: Date }>,
): Promise<readonly Goods[]> => {
  if (goods.length === 0) return [];
  const moves = goods.map(({ productId, quantity }) => ({ productId, delta: -quantity }));
  const adjusted = await tx.products.adjustStock(moves, at);
  const adjustmentOf = ({ productId }: Goods) => adjusted.find(({ before }) => before.id === productId);
  try {
    requireStock(
      actor,
      goods.map((each) => ({ quantity: each.quantity, adjustment: adjustmentOf(each) })),
    );
  } catch (error) {
    throw error instanceof DomainError ? ofQuantity(error) : error;
  }
  await tx.events.append(actor, ...stockAdjusted(adjusted));
  return goods.filter((each) => (adjustmentOf(each)?.before.stock ?? null) !== null);
};

/** Names the field of a subscription instead of that of an order's item. */
const ofQuantity = ({ kind, code, message, details, fieldErrors }: DomainError): DomainError =>
  new DomainError(kind, code, message, {
    details,
    fieldErrors: fieldErrors.map((each) => ({ ...each, path: ['quantity'] })),
  });

/** Returns reserved goods to the stock, unless they are there. */
export const returnGoods = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { goods, at }: Readonly<{ goods: readonly Reservation[]; at: Date }>,
): Promise<void> => {
  const held = goods.filter(({ isReleased = false }) => !isReleased);
  if (held.length === 0) return;
  const moves = sumByProduct(held).map(({ productId, quantity }) => ({ productId, delta: quantity }));
  await tx.events.append(actor, ...stockAdjusted(await tx.products.adjustStock(moves, at)));
};

type Deps = Readonly<{ actor: Actor; ids: IdGenerator; clock: BusinessClock; shop: Pick<Shop, 'withdrawalNotice'> }>;

type Ordered = Readonly<{ subscription: Subscription; goods: readonly (Goods & Partial<Reservation>)[] }>;

/**
 * Takes goods again that went back to the stock before they were paid.
 * @returns the products that were sold meanwhile: their goods are ordered without stock, and the staff sends or refunds them.
 */
const takeReleased = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { goods, at }: Pick<Ordered, 'goods'> & Readonly<{ at: Date }>,
): Promise<readonly ProductId[]> => {
  const released = goods.filter(({ isReleased = false }) => isReleased);
  if (released.length === 0) return [];
  const moves = sumByProduct(released).map(({ productId, quantity }) => ({ productId, delta: -quantity }));
  const adjusted = await tx.products.adjustStock(moves, at);
  await tx.events.append(actor, ...stockAdjusted(adjusted));
  return adjusted.flatMap(({ before, after }) => (after === before ? [before.id] : []));
};

/** Places the order of goods that are paid, by their invoice or a credit. The invoice bills them: the order itself costs nothing. */
export const placeGoods = async (
  tx: SubscriptionsTx,
  { actor, ids, clock, shop }: Deps,
  { subscription: { id, userId, currency }, goods }: Ordered,
): Promise<void> => {
  const missing = await takeReleased(tx, actor, { goods, at: clock.now() });
  const products = await tx.products.getMany({ ids: goods.map(({ productId }) => productId), skus: [] });
  const items = goods.flatMap((each) => {
    const product = products.find((found) => found.id === each.productId);
    if (product === undefined) return [];
    const charged = { unitPrice: Money.ofMinor(0n, currency), quantity: each.quantity, discounts: [], tax: null };
    const withdrawalExemption = exemptionInSubscription(product.withdrawalExemption);
    const isFromStock = !missing.includes(product.id);
    return [{ ...itemOf(product, charged), withdrawalExemption, id: ids.next('item'), isFromStock }];
  });
  const [first, ...rest] = items;
  const [{ invoiceId, shippingAddress } = {}] = goods;
  if (first === undefined) return;
  const [user, rules] = await Promise.all([tx.users.find(userId), tx.shopRules.read()]);
  const address = shippingAddress === undefined ? (user?.addresses[0] ?? null) : shippingAddress;
  const order = Order.place({
    number: await tx.orders.nextNumber(),
    items: [first, ...rest],
    withdrawalTerms: WithdrawalTerms.of(rules, shop, id),
    userId,
    details: {
      email: user?.email ?? null,
      shipping_address: address,
      billing_address: address,
      metadata: { subscription_id: id, ...(invoiceId && { invoice_id: invoiceId }) },
    },
    id: ids.next('ord'),
    at: clock.now(),
    // an order that costs nothing is paid at once, so it never expires
    expiresAfter: 0,
  });
  await tx.orders.add(order, createdEntries(actor, order, ids));
  await tx.events.append(actor, ...orderCreated(order));
  await requestOrderMail(tx, actor, { order, step: 'created' });
};
