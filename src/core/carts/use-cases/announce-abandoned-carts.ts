import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import type { CartsTx } from '../ports.ts';
import { cartAbandoned } from '../records.ts';
import { SavedCart } from '../saved-cart.ts';

/** Announces the cart that its buyer has left the longest ago, and requests the reminder. @returns whether there was one. */
export type AnnounceAbandonedCart = () => Promise<boolean>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<CartsTx>; rules: ShopRulesQueries; clock: BusinessClock }>;

const MINUTE_MS = 60_000;

/** For how long a cart may be idle. */
export const idleMs = ({ cart_idle_minutes: minutes }: Pick<RuleValues, 'cart_idle_minutes'>): number =>
  minutes * MINUTE_MS;

export const makeAnnounceAbandonedCart =
  ({ unitOfWork, rules, clock }: Deps): AnnounceAbandonedCart =>
  async () => {
    const at = clock.now();
    const before = new Date(at.getTime() - idleMs(await rules.get()));
    return unitOfWork.run(async (tx) => {
      const cart = await tx.carts.claimIdle(before);
      if (cart === undefined) return false;
      const abandoned = SavedCart.abandon(cart, at);
      await tx.carts.save(abandoned);
      await tx.events.append(Actor.system, cartAbandoned(cart, abandoned));
      if (cart.userId !== null) await tx.mailRequests.add({ purpose: 'cart_reminder', cartId: cart.id, client: null });
      return true;
    });
  };
