import { Scope } from '#core/access/scope.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { orderNumberOf } from '#core/orders/order-number.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import { type Found, Json, type Page } from '#core/shared/page.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { searchRulesFor } from '#core/shop/shop-cache.ts';
import type { UserQueries } from '#core/users/ports.ts';
import type { UserView } from '#core/users/user-view.ts';

/** What the search shows of each result: some fields of its resource. */
export const RESULT_FIELDS = {
  orders: [
    'id',
    'object',
    'number',
    'status',
    'payment_status',
    'fulfillment_status',
    'total',
    'currency',
    'email',
    'created_at',
  ],
  customers: ['id', 'object', 'name', 'email', 'role', 'status', 'created_at'],
  products: ['id', 'object', 'name', 'sku', 'options', 'status', 'price', 'currency', 'stock', 'created_at'],
} as const satisfies Readonly<{
  orders: readonly (keyof OrderView)[];
  customers: readonly (keyof UserView)[];
  products: readonly (keyof ProductView)[];
}>;

type Result<View, Group extends keyof typeof RESULT_FIELDS> = Pick<
  View,
  (typeof RESULT_FIELDS)[Group][number] & keyof View
>;

export type OrderResult = Result<OrderView, 'orders'>;
export type CustomerResult = Result<UserView, 'customers'>;
export type ProductResult = Result<ProductView, 'products'>;

/** The results by group; a group that the caller may not read is omitted. */
export type SearchResults = Readonly<{
  object: 'search_results';
  orders?: readonly OrderResult[];
  customers?: readonly CustomerResult[];
  products?: readonly ProductResult[];
}>;

const pickFields = <View extends object, Field extends keyof View>(
  view: View,
  fields: readonly Field[],
): Pick<View, Field> => Object.fromEntries(fields.map((field) => [field, view[field]])) as Pick<View, Field>;

type Deps = Readonly<{
  orderQueries: OrderQueries;
  userQueries: UserQueries;
  catalogQueries: CatalogQueries;
  shop: ShopQueries;
}>;

/** Finds orders, customers and products by a text; groups that the caller may not read are omitted. */
export type Search = (actor: Actor, text: string) => Promise<SearchResults>;

/** The results of each group. */
const PAGE = { limit: 5 };

export const makeSearch =
  (deps: Deps): Search =>
  async ({ scopes }, q) => {
    const text = q.trim();
    const readIf = <T>(scope: Scope, read: (deps: Deps, text: string) => Promise<T>): Promise<T> | undefined =>
      Scope.covers(scopes, scope) ? read(deps, text) : undefined;
    const [orders, customers, products] = await Promise.all([
      readIf('orders:read', findOrders),
      readIf('users:read', findCustomers),
      readIf('products:read', findProducts),
    ]);
    return {
      object: 'search_results',
      ...(orders && { orders: orders.map((view) => pickFields(view, RESULT_FIELDS.orders)) }),
      ...(customers && { customers: customers.map((view) => pickFields(view, RESULT_FIELDS.customers)) }),
      ...(products && { products: products.map((view) => pickFields(view, RESULT_FIELDS.products)) }),
    };
  };

const findOrders = async ({ orderQueries }: Deps, text: string): Promise<OrderView[]> => {
  if (Id.is('ord', text)) return foundView(await orderQueries.find(text));
  if (isOtherId(text)) return [];
  const number = orderNumberOf(text);
  const exact =
    number === undefined ? [] : viewsOf(await orderQueries.list({ filter: { number: Number(number) }, page: PAGE }));
  return exact.length > 0 ? exact : viewsOf(await orderQueries.list({ filter: { q: text }, page: PAGE }));
};

/** An id finds a user of any role. */
const findCustomers = async ({ userQueries }: Deps, text: string): Promise<UserView[]> => {
  if (Id.is('usr', text)) return foundView(await userQueries.find(text));
  if (isOtherId(text)) return [];
  return viewsOf(await userQueries.list({ filter: { q: text, role: ['customer'] }, page: PAGE }));
};

const findProducts = async ({ catalogQueries, shop }: Deps, text: string): Promise<ProductView[]> => {
  if (Id.is('prod', text)) return [...(await catalogQueries.findProducts([text])).values()].map(Json.parse);
  if (isOtherId(text)) return [];
  const listed = async (filter: { sku: string } | { q: string }): Promise<ProductView[]> => {
    const searchRules = await searchRulesFor(shop, 'q' in filter ? filter : {});
    const query = { filter, page: PAGE, visibility: 'full', searchRules, minFound: 0 } as const;
    const { items } = await catalogQueries.listProducts(query);
    return items.map((json) => Json.parse(json) as ProductView);
  };
  const [exact] = await listed({ sku: text });
  if (exact === undefined) return listed({ q: text });
  // a list shows the parent of a variant
  const variant = exact.variants?.find(({ sku }) => sku === text);
  if (variant === undefined) return [exact];
  return [...(await catalogQueries.findProducts([variant.id])).values()].map(Json.parse);
};

const isOtherId = (text: string): boolean => Id.is('ord', text) || Id.is('usr', text) || Id.is('prod', text);

const foundView = <View>(found: Found<View> | undefined): View[] =>
  found === undefined ? [] : [Json.parse(found.view)];

const viewsOf = <View>({ items }: Page<View>): View[] => items.map(Json.parse);
