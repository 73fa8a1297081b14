import { randomBytes } from 'node:crypto';
import type { PastUse } from '#adapters/postgres/seeding/history.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { OrderRequest } from '#core/orders/cart-of.ts';
import { Order } from '#core/orders/order.ts';
import { buyerOfCart, type CartBuyer } from '#core/orders/order-buyer.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import { makePriceOrder, type PricedRequest } from '#core/orders/price-order.ts';
import { createdEntries } from '#core/orders/use-cases/create-order.ts';
import { usesOf } from '#core/pricing/claim-uses.ts';
import { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import type { Assortment } from './assortment.ts';
import type { GrowingPast } from './past.ts';
import type { Buyer, People } from './people.ts';
import type { DemoPricing } from './pricing.ts';
import type { Random } from './random.ts';
import { CODES } from './rules.ts';

const DEFAULT_RULES = ShopRules.initial(new Date(0));

/** The demo pricing has its own rules. */
const UNUSED_RULES = { get: async () => DEFAULT_RULES };

/** The shop of the past instructed its buyers. */
const INSTRUCTING_SHOP = {
  get: async () => ({ withdrawalNotice: 'You may withdraw from this contract within 14 days.' }),
};

/** An order that is to be placed. */
type Planned = Readonly<{
  at: Date;
  /** How many days before the day of seeding. */
  age: number;
  number: number;
  random: Random;
}>;

/** A placed order, and who acts for its buyer. */
type Placed = Readonly<{ order: Order; buyer: Actor; isAtCounter: boolean; discountUses: readonly PastUse[] }>;

type Deps = Readonly<{
  assortment: Assortment;
  pricing: DemoPricing;
  people: People;
  ids: IdGenerator;
  /** In milliseconds. */
  expiresAfter: number;
}>;

/** How many orders the staff creates for buyers at the counter. */
const AT_COUNTER = 0.05;

/** How many lines orders have, and how many pieces lines. */
const LINES = [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5];
const QUANTITIES = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3];

/** Places orders as the service does; their entries, and the users who signed up, are added to the past. */
export const makePlaceOrder = (deps: Deps) => {
  const { people, ids, expiresAfter } = deps;
  const guestKey = ids.next('key');
  return async (planned: Planned, past: GrowingPast): Promise<Placed> => {
    const { random, at, number } = planned;
    people.visitAt(random, at, past.users);
    const buyer = random.chance(AT_COUNTER) ? null : people.buyerAt(random, at, past.users);
    const details = detailsOf(buyer);
    const userId = buyer?.userId ?? null;
    const { items, charges, quote, withdrawalTerms } = await price(
      planned,
      deps,
      buyer,
      buyerOfCart(details, { userId, at }),
    );
    const actor = actorFor(buyer, { guestKey, ids });
    const order = Order.place({
      ...{ id: ids.next('ord'), number, charges, withdrawalTerms, userId, details, at, expiresAfter },
      // products keep their stock: what was sold in the past came from an earlier one
      items: present(items.map(({ priced }) => ({ ...priced, id: ids.next('item'), isFromStock: false }))),
      guest: buyer !== null && userId === null ? newGuest() : undefined,
      isByCustomer: buyer !== null,
    });
    past.orderEntries.push(...createdEntries(actor, order, ids));
    const email = order.email === null ? null : emailKey(order.email);
    const discountUses = usesOf(quote.discounts).map(({ discountId }) => ({
      ...{ orderId: order.id, discountId, userId, emailKey: email },
    }));
    return { order, buyer: actor, isAtCounter: buyer === null, discountUses };
  };
};

/** Prices what a buyer asks for; what the shop refuses of it is left out. */
const price = async (
  planned: Planned,
  { assortment, pricing }: Deps,
  buyer: Buyer | null,
  cart: CartBuyer,
): Promise<PricedRequest> => {
  const products = { readProducts: async (asked: readonly ProductId[]) => assortment.productsOn(planned.age, asked) };
  const priceOrder = makePriceOrder({ products, pricing, rules: UNUSED_RULES, shop: INSTRUCTING_SHOP });
  const request = requestFor(planned, { assortment, pricing }, buyer);
  const priced = await priceOrder(request, cart);
  const { refusedCodes, shippingLines, shippingOptions } = priced.quote;
  const isShippable = request.shippingMethodId === null || shippingLines.length > 0;
  if (refusedCodes.length === 0 && isShippable) return priced;
  const shippingMethodId = isShippable ? request.shippingMethodId : (shippingOptions[0]?.methodId ?? null);
  return priceOrder({ ...request, discountCodes: [], shippingMethodId }, cart);
};

const requestFor = (
  { random, age, at }: Planned,
  { assortment, pricing }: Pick<Deps, 'assortment' | 'pricing'>,
  buyer: Buyer | null,
): OrderRequest => {
  const quantities = new Map<ProductId, number>();
  for (let line = random.pick(LINES); line > 0; line -= 1) {
    const productId = assortment.pick(random, age);
    if (productId !== undefined) quantities.set(productId, random.pick(QUANTITIES));
  }
  const methods = buyer === null ? [] : pricing.shippingTo(buyer.person.address.country);
  return {
    items: Array.from(quantities, ([productId, quantity]) => ({ productId, quantity })),
    shippingMethodId: (random.chance(0.85) ? methods[0] : methods.at(-1)) ?? null,
    discountCodes: codesFor(buyer, random).filter((code) => pricing.isValid(code, at)),
  };
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

const detailsOf = (buyer: Buyer | null): OrderDetails => {
  if (buyer === null) return {};
  const { email, address } = buyer.person;
  return { email, shipping_address: address, billing_address: address };
};

const newGuest = () => ({ secretHash: randomBytes(32).toString('hex') as TokenHash });

const codesFor = (buyer: Buyer | null, random: Random): string[] => {
  if (buyer === null) return [];
  if (buyer.isFirstOrder && random.chance(0.3)) return [CODES.welcome];
  if (random.chance(0.4)) return [CODES.summer];
  return random.chance(0.06) ? [CODES.freeShipping] : [];
};

const present = <T>([first, ...rest]: readonly T[]): readonly [T, ...T[]] => {
  if (first === undefined) throw new TypeError('The order has no items.');
  return [first, ...rest];
};
