import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { OrderId } from './order.ts';
import type { OrderQueries } from './ports.ts';

/** How long the link of a mail opens its order. */
export const ORDER_LINK_LIFETIME_MS = 30 * 24 * 3_600_000;

/**
 * Signs tokens that open one order for reading, for the links in mails. They are made when a mail is sent, and stored
 * nowhere.
 */
export interface OrderLinks {
  /** A token that is valid for `ORDER_LINK_LIFETIME_MS`. */
  sign(id: OrderId, at: Date): string;
  /** The order of a token that is valid at a time; undefined for any other text. */
  verify(token: string, at: Date): OrderId | undefined;
}

/** The order that an order token opens, and whether for more than reading. */
type OrderAccess = NonNullable<Actor['order']>;

/** Finds the order of a token: the `client_secret` of a guest's order, or the signed token of a link. */
export type OpenOrder = (token: string) => Promise<OrderAccess | undefined>;

type Deps = Readonly<{
  tokens: BearerTokens;
  queries: Pick<OrderQueries, 'findBySecret'>;
  orderLinks: OrderLinks;
  systemClock: SystemClock;
}>;

export const makeOpenOrder =
  ({ tokens, queries, orderLinks, systemClock }: Deps): OpenOrder =>
  async (token) => {
    const hash = tokens.hashOf(token, 'cpo');
    if (hash === undefined) {
      const id = orderLinks.verify(token, systemClock.now());
      return id && { id, mayWrite: false };
    }
    const id = await queries.findBySecret(hash);
    return id && { id, mayWrite: true };
  };
