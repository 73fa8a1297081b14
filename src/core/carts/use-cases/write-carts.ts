import { unknownUser } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { CartContents, type CartFields, type CartPatch } from '../cart-contents.ts';
import type { CartQueries, CartsTx } from '../ports.ts';
import type { PriceContents, PricedWork } from '../price-contents.ts';
import { cartCreated, cartDeleted, cartUpdated } from '../records.ts';
import { SavedCart, type SavedCartId } from '../saved-cart.ts';
import { buyerFor, requireCart } from '../steps/cart-access.ts';
import { openCartOf } from '../steps/open-cart-of.ts';
import { priceWritten } from '../steps/price-written.ts';
import type { PricedCart } from './show-cart.ts';

type Deps = Readonly<{
  cartQueries: CartQueries;
  priceContents: PriceContents;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

/** Creates a cart: customers one for themselves, guests one that its token opens. */
export type CreateCart = (
  actor: Actor,
  command: Readonly<{ userId?: Id<'usr'> | null | undefined; fields: CartFields }>,
) => Promise<PricedWork<PricedCart, CartsTx>>;

export const makeCreateCart =
  (deps: Deps): CreateCart =>
  async (actor, { userId: requested, fields }) => {
    const userId = buyerFor(actor, requested);
    const { contents, priced } = await priceWritten(deps, CartContents.of(fields), { actor, userId, written: fields });
    const work: Work<PricedCart, CartsTx> = async (tx) => {
      const at = deps.clock.now();
      if (userId !== null) {
        if ((await tx.users.lockForShare(userId)) === undefined) throw unknownUser();
        const other = await openCartOf(tx, actor, { userId, at });
        if (other !== undefined) throw otherOpenCart(other);
      }
      const cart = SavedCart.create({ id: deps.ids.next('cart'), userId, contents, at });
      await tx.carts.add(cart);
      await tx.events.append(actor, cartCreated(cart));
      return { cart, priced };
    };
    return { priced, work };
  };

const otherOpenCart = ({ id }: SavedCart): DomainError => {
  const message = 'The customer has an open cart. Change it instead.';
  return new DomainError('conflict', 'already_exists', message, { details: { cart_id: id } });
};

/** Changes what an open cart contains. */
export type UpdateCart = (
  actor: Actor,
  command: Readonly<{ id: SavedCartId; patch: CartPatch; expected: ExpectedVersions }>,
) => Promise<PricedWork<PricedCart, CartsTx>>;

export const makeUpdateCart =
  (deps: Omit<Deps, 'ids'>): UpdateCart =>
  async (actor, { id, patch, expected }) => {
    const { cartQueries, clock } = deps;
    const before = requireCart(actor, 'orders:write', { id, cart: await cartQueries.find(id), at: clock.now() });
    SavedCart.requireOpen(before);
    const patched = CartContents.patched(before.contents, patch);
    const { userId } = before;
    const { contents, priced } = await priceWritten(deps, patched, { actor, userId, written: patch });
    const work: Work<PricedCart, CartsTx> = async (tx) => {
      const current = await requireVersion(tx.events, await tx.carts.get(id), expected);
      if (current.version !== before.version) throw new StalePreparationError(`Cart ${id} changed.`);
      const cart = SavedCart.change(before, contents, clock.now());
      await tx.carts.save(cart);
      await tx.events.append(actor, cartUpdated(before, cart));
      return { cart, priced };
    };
    return { priced, work };
  };

export type DeleteCart = (
  actor: Actor,
  command: Readonly<{ id: SavedCartId; expected: ExpectedVersions }>,
) => Work<void, CartsTx>;

export const makeDeleteCart =
  ({ clock }: Pick<Deps, 'clock'>): DeleteCart =>
  (actor, { id, expected }) =>
  async (tx) => {
    const at = clock.now();
    const cart = requireCart(actor, 'orders:write', { id, cart: await tx.carts.get(id), at });
    await requireVersion(tx.events, cart, expected);
    await tx.carts.remove(id);
    await tx.events.append(actor, cartDeleted(cart, at));
  };
