import { unknownUser } from '#core/access/ownership.ts';
import { CartContents, type CartFields, type CartPatch } from '#core/carts/cart-contents.ts';
import type { PricedWork } from '#core/carts/price-contents.ts';
import { SavedCart, type SavedCartId } from '#core/carts/saved-cart.ts';
import { buyerFor, requireCart } from '#core/carts/steps/cart-access.ts';
import { priceWritten } from '#core/carts/steps/price-written.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { type AcceptedFields, Checkout, type CheckoutId } from '../checkout.ts';
import type { CheckoutsTx } from '../ports.ts';
import { checkoutCreated, checkoutUpdated } from '../records.ts';
import type { ShownCheckout } from '../shown-checkout.ts';
import { shownBefore } from '../steps/show-steps.ts';
import { findCheckout, type ShowDeps } from './show-checkout.ts';

type Deps = ShowDeps & Readonly<{ ids: IdGenerator }>;

type CheckoutChoices = Readonly<{ accepted?: AcceptedFields | undefined; returnUrl?: string | null | undefined }>;

/** Creates a checkout of a cart, of items, or of a cart with other fields. The cart stays as it is. */
export type CreateCheckout = (
  actor: Actor,
  command: CheckoutChoices &
    Readonly<{ cartId?: SavedCartId | undefined; userId?: Id<'usr'> | null | undefined; fields: CartFields }>,
) => Promise<PricedWork<ShownCheckout, CheckoutsTx>>;

export const makeCreateCheckout =
  (deps: Deps): CreateCheckout =>
  async (actor, { cartId, userId: requested, fields, accepted = {}, returnUrl = null }) => {
    const cart = cartId === undefined ? undefined : await findCart(deps, actor, cartId);
    if (cart !== undefined && requested !== undefined && requested !== cart.userId) throw otherBuyer();
    const userId = cart === undefined ? buyerFor(actor, requested) : cart.userId;
    const written = cart === undefined ? CartContents.of(fields) : CartContents.patched(cart.contents, fields);
    const { contents, priced } = await priceWritten(deps, written, { actor, userId, written: fields });
    const id = deps.ids.next('chk');
    const at = deps.clock.now();
    const ofCart = { cartId: cart?.id ?? null, cartOrderId: cart?.orderId ?? null };
    const checkout = Checkout.create({ id, userId, ...ofCart, contents, accepted, returnUrl, at });
    const shown = await shownBefore(deps, actor, { checkout, cart, priced });
    const work: Work<ShownCheckout, CheckoutsTx> = async (tx) => {
      if (userId !== null && (await tx.users.lockForShare(userId)) === undefined) throw unknownUser();
      await tx.checkouts.add(shown.checkout);
      await tx.events.append(actor, checkoutCreated(shown.checkout));
      return shown;
    };
    return { priced, work };
  };

/** @throws DomainError `unknown_reference` for a cart that the caller cannot access, `invalid_state`. */
const findCart = async ({ cartQueries, clock }: Deps, actor: Actor, id: SavedCartId): Promise<SavedCart> => {
  const found = await cartQueries.find(id);
  try {
    const cart = requireCart(actor, 'orders:write', { id, cart: found, at: clock.now() });
    SavedCart.requireOpen(cart);
    return cart;
  } catch (error) {
    // a visitor without the token of a cart may access none
    if (!['not_found', 'forbidden'].includes((error as DomainError).kind)) throw error;
    const message = 'must be the id of an open cart of the caller';
    throw unknownReference([{ path: ['cart_id'], code: 'any.only', message }]);
  }
};

const otherBuyer = (): DomainError =>
  invalid([{ path: ['user_id'], code: 'any.only', message: 'must be the user of the cart, or omitted' }]);

/** Changes what a checkout will order. */
export type UpdateCheckout = (
  actor: Actor,
  command: CheckoutChoices & Readonly<{ id: CheckoutId; patch: CartPatch; expected: ExpectedVersions }>,
) => Promise<PricedWork<ShownCheckout, CheckoutsTx>>;

export const makeUpdateCheckout =
  (deps: ShowDeps): UpdateCheckout =>
  async (actor, { id, patch, expected, accepted = {}, returnUrl }) => {
    const before = await findCheckout(deps, actor, { id, scope: 'orders:write' });
    const at = deps.clock.now();
    Checkout.requireOpen(before, at);
    const patched = CartContents.patched(before.contents, patch);
    const { userId, cartId } = before;
    const [{ contents, priced }, cart] = await Promise.all([
      priceWritten(deps, patched, { actor, userId, written: patch }),
      cartId === null ? undefined : deps.cartQueries.find(cartId),
    ]);
    const checkout = Checkout.change(before, { contents, accepted, returnUrl }, at);
    const shown = await shownBefore(deps, actor, { checkout, cart, priced });
    const work: Work<ShownCheckout, CheckoutsTx> = async (tx) => {
      const current = await requireVersion(tx.events, await tx.checkouts.get(id), expected);
      if (current.version !== before.version) throw new StalePreparationError(`Checkout ${id} changed.`);
      await tx.checkouts.save(checkout);
      await tx.events.append(actor, checkoutUpdated(before, checkout));
      return shown;
    };
    return { priced, work };
  };
