import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { OrderLinks } from './order-links.ts';
import type { OrderQueries } from './order-queries.ts';

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
