import type { Address } from '#core/shared/address.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { CartContents, type CartItemFields } from './cart-contents.ts';
import { CART_STATUSES, type CartStatus, type SavedCart } from './saved-cart.ts';

/** Contents as events show them: without what is personal. */
type ContentsEventView = Readonly<{
  items: readonly CartItemFields[];
  currency: string | null;
  shipping_method_id: string | null;
  discount_codes: readonly string[];
}>;

/** Contents as the API shows them. */
export type ContentsView = ContentsEventView &
  Readonly<{
    email: string | null;
    shipping_address: Address | null;
    billing_address: Address | null;
    tax_id: string | null;
    note: string | null;
    metadata: Readonly<Record<string, string>>;
  }>;

export const contentsEventView = (contents: CartContents): ContentsEventView => {
  const { items, currency, shipping_method_id, discount_codes } = CartContents.fieldsOf(contents);
  return { items, currency, shipping_method_id, discount_codes };
};

export const contentsView = (contents: CartContents): ContentsView => ({
  ...contentsEventView(contents),
  email: contents.email,
  shipping_address: contents.shippingAddress,
  billing_address: contents.billingAddress,
  tax_id: contents.taxId,
  note: contents.note,
  metadata: contents.metadata,
});

type CartState = Readonly<{
  status: CartStatus;
  user_id: SavedCart['userId'];
  order_id: SavedCart['orderId'];
  abandoned_at: string | null;
  expires_at: string;
}>;

/** A cart as its events show it. */
export type CartEventView = ResourceView<SavedCart, 'cart'> & CartState & ContentsEventView;

/** A stored cart as the API shows it: without prices. */
export type StoredCartView = ResourceView<SavedCart, 'cart'> & CartState & ContentsView;

const stateView = (cart: SavedCart): CartState => ({
  status: cart.status,
  user_id: cart.userId,
  order_id: cart.orderId,
  abandoned_at: cart.abandonedAt?.toISOString() ?? null,
  expires_at: cart.expiresAt.toISOString(),
});

export const cartEventView = (cart: SavedCart): CartEventView => ({
  ...{ id: cart.id, object: 'cart' },
  ...stateView(cart),
  ...contentsEventView(cart.contents),
  ...versionView(cart),
});

export const storedCartView = (cart: SavedCart): StoredCartView => ({
  ...{ id: cart.id, object: 'cart' },
  ...stateView(cart),
  ...contentsView(cart.contents),
  ...versionView(cart),
});

/** The filters and sorts of the cart list. */
export const cartList = describeList<StoredCartView>()({
  filters: {
    user_id: idFilter('user_id', 'usr', 'Carts of this user.'),
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: CART_STATUSES },
      description: 'Carts with this status.',
      example: 'open',
    },
    ...idsFilter('Carts', 'cart'),
    ...createdFilters('Carts'),
  },
  ...newestFirst,
});
