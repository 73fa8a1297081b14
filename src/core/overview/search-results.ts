import type { ProductView } from '#core/catalog/product-view.ts';
import type { OrderView } from '#core/orders/order-view.ts';
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

/** Some fields of a view. */
export const pickFields = <View extends object, Field extends keyof View>(
  view: View,
  fields: readonly Field[],
): Pick<View, Field> => Object.fromEntries(fields.map((field) => [field, view[field]])) as Pick<View, Field>;
