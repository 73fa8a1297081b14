import { ownerFilterOf } from '#core/access/ownership.ts';
import type { CartQueries } from '#core/carts/ports.ts';
import { pricedContentsView } from '#core/carts/quote-view.ts';
import { cartList, storedCartView } from '#core/carts/saved-cart-view.ts';
import type { MergeCart } from '#core/carts/use-cases/merge-cart.ts';
import type { PricedCart, ShowCart } from '#core/carts/use-cases/show-cart.ts';
import type { CreateCart, DeleteCart, UpdateCart } from '#core/carts/use-cases/write-carts.ts';
import { Actor } from '#core/shared/actor.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { type ContentsLimits, limitContents } from '../admission/contents-limits.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { noContent, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type TaggedRoute, tagged } from '../routing/route.ts';
import { cartInput, cartMerge, cartPage, cartPatch, cartSchema } from './schemas.ts';

export type CartDeps = ContentsLimits &
  Readonly<{
    cartQueries: CartQueries;
    cursors: Cursors;
    showCart: ShowCart;
    createCart: CreateCart;
    updateCart: UpdateCart;
    deleteCart: DeleteCart;
    mergeCart: MergeCart;
    cartTokens: IdTokens<'cart'>;
  }>;

const READ = { kind: 'scope', scope: 'orders:read', own: true } as const;

const WRITE = { kind: 'scope', scope: 'orders:write', own: true } as const;

const CART = { description: 'The cart.', schema: cartSchema };

const viewFor =
  (actor: Actor) =>
  ({ cart, priced }: PricedCart): object => ({
    ...storedCartView(cart),
    ...pricedContentsView(priced, { actor, userId: cart.userId }),
  });

const shown =
  (actor: Actor) =>
  (result: PricedCart): ApiResponse => ({ status: 200, body: viewFor(actor)(result), version: result.cart.version });

const listCarts = ({ cartQueries, cursors }: CartDeps) =>
  listOperation({
    path: '/api/carts',
    operationId: 'listCarts',
    summary: 'List carts',
    description: 'The newest first, without prices. Customers see their own carts.',
    access: READ,
    list: cartList,
    pageSchema: cartPage,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'orders:read') ?? '',
    read: (query, { actor }) => cartQueries.list({ ...query, ownerId: ownerFilterOf(actor, 'orders:read') }),
  });

const getCart = ({ showCart }: CartDeps) =>
  readOperation({
    path: '/api/carts/{id}',
    id: 'cart',
    operationId: 'getCart',
    summary: 'Get a cart',
    description:
      'Priced as an order of it would be now: `quote` leaves out what cannot be ordered, and `changes` says what has changed ' +
      'since the items were written. Nothing is reserved.',
    access: READ,
    isCostly: () => true,
    versioned: true,
    responses: { 200: CART },
    read: async ({ actor, id }) => shown(actor)(await showCart(actor, id)),
  });

const createCart = (deps: CartDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/carts',
    operationId: 'createCart',
    isThrottled: 'visitors',
    summary: 'Create a cart',
    description:
      'Keeps what a buyer has chosen, for 30 days after the last change. A customer has one open cart: a second one is ' +
      'rejected with the `cart_id` of the first. Only this response shows a guest the `client_secret`, which opens the cart ' +
      'as the header `Cart-Token`. Emits `cart.created`.',
    access: WRITE,
    isCostly: () => true,
    secretMembers: ['client_secret'],
    body: cartInput,
    responses: { 201: CART },
    problems: ['unknown_reference', 'already_exists'],
    write: async ({ actor, address, body: { user_id: userId, ...fields }, isDryRun }) => {
      const isGuest = Actor.isVisitor(actor);
      const work = await limitContents(deps, { actor, address, isDryRun, codes: fields.discount_codes }, () =>
        deps.createCart(actor, { userId, fields }),
      );
      return respond(work, (created) => {
        const view = viewFor(actor)(created);
        return {
          status: 201,
          body: isGuest ? { ...view, client_secret: deps.cartTokens.sign(created.cart.id) } : view,
          shown: view,
          version: created.cart.version,
          location: `/api/carts/${created.cart.id}`,
        };
      });
    },
  });

const updateCart = (deps: CartDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/carts/{id}',
    id: 'cart',
    operationId: 'updateCart',
    summary: 'Update a cart',
    description:
      'A JSON Merge Patch (RFC 7396) of an open cart, which also keeps it for another 30 days. With `items` they are ' +
      'replaced, and `changes` starts anew from their prices now. Emits `cart.updated`.',
    access: WRITE,
    isThrottled: 'visitors',
    isCostly: () => true,
    versioned: true,
    body: cartPatch,
    responses: { 200: CART },
    problems: ['unknown_reference', 'invalid_state'],
    write: async ({ actor, id, address, body: patch, expected, isDryRun }) => {
      const work = await limitContents(deps, { actor, address, isDryRun, codes: patch.discount_codes }, () =>
        deps.updateCart(actor, { id, patch, expected }),
      );
      return respond(work, shown(actor));
    },
  });

const deleteCart = ({ deleteCart: remove }: CartDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/carts/{id}',
    id: 'cart',
    operationId: 'deleteCart',
    summary: 'Delete a cart',
    description: 'Emits `cart.deleted`.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: 'The cart was deleted.' } },
    write: ({ actor, id, expected }) => noContent(remove(actor, { id, expected })),
  });

const mergeCart = (deps: CartDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/carts/{id}/merge',
    id: 'cart',
    operationId: 'mergeCart',
    summary: 'Merge a guest’s cart',
    description:
      'Gives a guest’s cart to the customer who signs in. It becomes their open cart, or its items are added to the one that ' +
      'they have: of what both contain, the larger quantity stays, up to 100 items; the guest’s cart is removed. ' +
      'Emits `cart.updated`, and `cart.deleted` for a removed cart.',
    access: { kind: 'session' },
    isCostly: () => true,
    body: cartMerge,
    responses: { 200: { description: 'The open cart of the customer.', schema: cartSchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, body: { client_secret: token } }) =>
      respond(await deps.mergeCart(actor, { id, token }), shown(actor)),
  });

export const cartsRoutes = (deps: CartDeps): TaggedRoute[] =>
  tagged('Carts', [
    listCarts(deps),
    createCart(deps),
    getCart(deps),
    updateCart(deps),
    deleteCart(deps),
    mergeCart(deps),
  ]);
