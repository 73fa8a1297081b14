import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import type { LinkedOrder } from './linked-order.ts';
import type { OrderId } from './order.ts';
import type { OrderQueries } from './ports.ts';

/** How long the link of a mail opens its order. */
export const ORDER_LINK_LIFETIME_MS = 30 * 24 * 3_600_000;

/**
 * Signs tokens that open one order for reading, for the links in mails. They are made when a mail is sent, and stored
 * nowhere. They end with another e-mail or another user of the order, and with another e-mail of its user; another
 * spelling beyond the case of ASCII letters is another e-mail.
 */
export interface OrderLinks {
  /** A token that is valid for `ORDER_LINK_LIFETIME_MS`. */
  sign(order: LinkedOrder, at: Date): string;
  /** The order that a token names, whoever made it; undefined for one that is not valid at a time, and for any other text. */
  orderOf(token: string, at: Date): OrderId | undefined;
  /** Whether a token was signed for an order as it is. */
  verify(token: string, order: LinkedOrder): boolean;
}

/** The order that an order token opens, and whether for more than reading. */
type OrderAccess = NonNullable<Actor['order']>;

/** Finds the order of a token: the `client_secret` of a guest's order or of its checkout, or the signed token of a link. */
export type OpenOrder = (token: string) => Promise<OrderAccess | undefined>;

type Deps = Readonly<{
  tokens: BearerTokens;
  queries: Pick<OrderQueries, 'findBySecret' | 'findOfCheckout' | 'findLinked'>;
  checkoutTokens: IdTokens<'chk'>;
  orderLinks: OrderLinks;
  systemClock: SystemClock;
}>;

export const makeOpenOrder =
  ({ tokens, queries, checkoutTokens, orderLinks, systemClock }: Deps): OpenOrder =>
  async (token) => {
    const hash = tokens.hashOf(token, 'cpo');
    const checkoutId = checkoutTokens.idOf(token);
    if (hash === undefined && checkoutId === undefined) {
      const id = orderLinks.orderOf(token, systemClock.now());
      const linked = id && (await queries.findLinked(id));
      return linked !== undefined && orderLinks.verify(token, linked) ? { id: linked.id, mayWrite: false } : undefined;
    }
    const id =
      hash === undefined ? checkoutId && (await queries.findOfCheckout(checkoutId)) : await queries.findBySecret(hash);
    return id && { id, mayWrite: true };
  };
