import { randomBytes } from 'node:crypto';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Order } from '#core/orders/order.ts';
import { buyerOfCart } from '#core/orders/order-buyer.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import type { OrderRequest } from '#core/orders/order-request.ts';
import { makePriceOrder, type PricedRequest, type PriceOrder } from '#core/orders/price-order.ts';
import { createdEntries } from '#core/orders/use-cases/create-order.ts';
import { usesOf } from '#core/pricing/claim-uses.ts';
import { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Assortment } from './assortment.ts';
import type { Buyer, Customers } from './customers.ts';
import { OrderRecord } from './order-record.ts';
import type { GrowingPast } from './past.ts';
import type { DemoPricing } from './pricing.ts';
import type { Random } from './random.ts';
import { FREE_SHIPPING_CODE, SUMMER_CODE, WELCOME_CODE } from './rules.ts';

/** An order that is to be placed. */
type Planned = Readonly<{
  at: Date;
  /** How many days before the day of seeding. */
  age: number;
  number: number;
  random: Random;
}>;

type Deps = Readonly<{
  assortment: Assortment;
  pricing: DemoPricing;
  customers: Customers;
  ids: IdGenerator;
  /** In milliseconds. */
  expiresAfter: number;
}>;

/** A placed order, and who acts for its buyer. */
type Placed = Readonly<{ record: OrderRecord; buyer: Actor; isAtCounter: boolean }>;

/** How many orders the staff creates for buyers at the counter. */
const AT_COUNTER = 0.05;

const QUANTITIES = [
  [82, 1],
  [13, 2],
  [4, 3],
  [1, 6],
] as const;

const LINES = [
  [52, 1],
  [26, 2],
  [13, 3],
  [6, 4],
  [3, 6],
] as const;

/** Places orders as the service does; what is placed is added to the past. */
export const makePlaceOrder = (deps: Deps) => {
  const guestKey = deps.ids.next('key');
  let priceOrder: PriceOrder | undefined;
  let pricedAge: number | undefined;

  /** The prices of a day. */
  const priceOn = (age: number): PriceOrder => {
    if (priceOrder === undefined || pricedAge !== age) {
      const products = {
        readProducts: async (ids: Parameters<Assortment['productsOn']>[1]) => deps.assortment.productsOn(age, ids),
      };
      priceOrder = makePriceOrder({ products, pricing: deps.pricing });
      pricedAge = age;
    }
    return priceOrder;
  };

  return async (planned: Planned, past: GrowingPast): Promise<Placed> => {
    const { random, at, age, number } = planned;
    const visitor = deps.customers.visitorAt(random, at);
    if (visitor !== null) past.users.push(visitor);
    const isAtCounter = random.chance(AT_COUNTER);
    const buyer = isAtCounter ? null : deps.customers.buyerAt(random, at);
    if (buyer?.signedUp) past.users.push(buyer.signedUp);
    const details = buyer === null ? {} : detailsOf(buyer);
    const userId = buyer?.userId ?? null;
    const request = requestFor(planned, { buyer, deps });
    const priced = await priceAsPossible(priceOn(age), request, buyerOfCart(details, { userId, at }));
    const actor = actorFor(buyer, { guestKey, ids: deps.ids });
    const order = Order.place({
      id: deps.ids.next('ord'),
      number,
      items: itemsOf(priced, deps.ids),
      charges: priced.charges,
      userId,
      guest: buyer !== null && userId === null ? newGuest() : undefined,
      isByCustomer: buyer !== null,
      details,
      at,
      expiresAfter: deps.expiresAfter,
    });
    const discountUses = usesOf(priced.quote.discounts).map(({ discountId, maxUsesPerCustomer }) => ({
      orderId: order.id,
      discountId,
      customerKey: priced.cart.customerKey,
      isOnly: maxUsesPerCustomer === 1,
    }));
    const entries = createdEntries(actor, order, deps.ids);
    const record = new OrderRecord(order, { ids: deps.ids, entries, discountUses });
    return { record, buyer: actor, isAtCounter };
  };
};

const detailsOf = ({ person: { email, address } }: Buyer) => ({
  email,
  shipping_address: address,
  billing_address: address,
});

const newGuest = () => {
  const random = randomBytes(48).toString('hex');
  return { secretHash: random.slice(0, 64) as TokenHash, client: random.slice(64) };
};

const actorFor = (
  buyer: Buyer | null,
  { guestKey, ids }: Readonly<{ guestKey: `key_${string}`; ids: IdGenerator }>,
): Actor => {
  if (buyer === null) return Actor.system;
  const { userId } = buyer;
  return userId === null
    ? { ...Actor.anonymous, kind: 'publishable_key', credentialId: guestKey }
    : { ...Actor.anonymous, kind: 'session', userId, credentialId: ids.next('ses') };
};

type Wanting = Readonly<{ buyer: Buyer | null; deps: Deps }>;

const requestFor = ({ random, age, at }: Planned, { buyer, deps }: Wanting): OrderRequest => {
  const wanted = random.weighted(LINES);
  const items = new Map<OrderItem['productId'], number>();
  for (let line = 0; line < wanted; line += 1) {
    const productId = deps.assortment.pick(random, age);
    if (productId !== undefined) items.set(productId, random.weighted(QUANTITIES));
  }
  const methods = buyer === null ? [] : deps.pricing.shippingTo(buyer.person.market);
  const isPatient = random.chance(0.85);
  return {
    items: Array.from(items, ([productId, quantity]) => ({ productId, quantity })),
    shippingMethodId: (isPatient ? methods[0] : methods.at(-1)) ?? null,
    discountCodes: codesFor(buyer, random).filter((code) => deps.pricing.isValid(code, at)),
  };
};

const codesFor = (buyer: Buyer | null, random: Random): string[] => {
  if (buyer === null) return [];
  if (buyer.earlierOrders === 0 && random.chance(0.3)) return [WELCOME_CODE];
  if (random.chance(0.4)) return [SUMMER_CODE];
  return random.chance(0.06) ? [FREE_SHIPPING_CODE] : [];
};

/** Prices a request; what the shop refuses of it is left out. */
const priceAsPossible = async (
  priceOrder: PriceOrder,
  request: OrderRequest,
  buyer: Parameters<PriceOrder>[1],
): Promise<PricedRequest> => {
  const priced = await priceOrder(request, buyer);
  const { refusedCodes, shippingLines, shippingOptions } = priced.quote;
  const isShippable = request.shippingMethodId === null || shippingLines.length > 0;
  if (refusedCodes.length === 0 && isShippable) return priced;
  const shippingMethodId = isShippable ? request.shippingMethodId : (shippingOptions[0]?.methodId ?? null);
  return priceOrder({ ...request, discountCodes: [], shippingMethodId }, buyer);
};

/** The products keep their stock: what was sold in the past came from an earlier one. */
const itemsOf = ({ items }: PricedRequest, ids: IdGenerator): readonly [OrderItem, ...OrderItem[]] => {
  const [first, ...rest] = items.map(({ priced }) => ({ ...priced, id: ids.next('item'), isFromStock: false }));
  if (first === undefined) throw new TypeError('The order has no items.');
  return [first, ...rest];
};
