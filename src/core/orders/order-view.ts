import type { Address } from '#core/shared/address.ts';
import { createdFilters, describeList, type FilterOf, idFilter, idsFilter } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { type FulfilledItemView, type Fulfillment, fulfilledItemViews, quantitiesIn } from './fulfillment.ts';
import { Order } from './order.ts';
import { type ChargesView, chargesView, type PricedLineView, pricedLineView } from './order-charges.ts';
import { type OrderItem, pricedItem } from './order-item.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES, type OrderState } from './order-states.ts';

/** What was sold, or would be, as the API shows it. */
export type SoldItemView = Readonly<{
  product_id: OrderItem['productId'];
  name: string;
  sku: string | null;
  slug: string | null;
  image: string | null;
  options: Readonly<Record<string, string>>;
  withdrawal_exemption: OrderItem['withdrawalExemption'];
  /** Amounts are in major units. */
  unit_price: number;
  quantity: number;
}>;

/** An order item as the API shows it. */
export type OrderItemView = SoldItemView &
  Readonly<{
    id: OrderItem['id'];
    fulfilled_quantity: number;
    cancelled_quantity: number;
    returned_quantity: number;
    subtotal: number;
  }> &
  PricedLineView;

/** A fulfillment as the API shows it. */
export type FulfillmentView = Readonly<{
  id: Fulfillment['id'];
  items: readonly FulfilledItemView[];
  tracking_number: string | null;
  carrier: string | null;
  delivered_at: string | null;
  created_at: string;
}>;

/** An order as the API and its events show it. */
export type OrderView = ResourceView<Order, 'order'> &
  ChargesView &
  Readonly<{
    number: number;
    external_id: string | null;
    status: OrderState['status'];
    payment_status: OrderState['payment'];
    fulfillment_status: OrderState['fulfillment'];
    items: readonly OrderItemView[];
    amount_paid: number;
    amount_refunded: number;
    shipping_refunded: number;
    amount_due: number;
    refund_due: number;
    currency: string;
    expires_at: string | null;
    user_id: Order['userId'];
    invoice_id: Order['invoiceId'];
    checkout_id: Order['checkoutId'];
    email: string | null;
    shipping_address: Address | null;
    billing_address: Address | null;
    fulfillments: readonly FulfillmentView[];
    cancelled_at: string | null;
    cancel_reason: string | null;
    metadata: Readonly<Record<string, string>>;
    actions: readonly string[];
  }>;

/** Shows an order to its readers. */
export const orderView = (order: Order): OrderView => ({
  id: order.id,
  object: 'order',
  number: order.number,
  external_id: order.externalId,
  status: order.state.status,
  payment_status: order.state.payment,
  fulfillment_status: order.state.fulfillment,
  items: itemViews(order),
  ...chargesView(order),
  amount_paid: order.amountPaid.toNumber(),
  amount_refunded: order.amountRefunded.toNumber(),
  shipping_refunded: order.shippingRefunded.toNumber(),
  amount_due: Order.amountDue(order).toNumber(),
  refund_due: order.refundDue.toNumber(),
  currency: order.currency,
  expires_at: order.expiresAt?.toISOString() ?? null,
  user_id: order.userId,
  invoice_id: order.invoiceId,
  checkout_id: order.checkoutId,
  email: order.email,
  shipping_address: order.shippingAddress,
  billing_address: order.billingAddress,
  fulfillments: order.fulfillments.map(fulfillmentView),
  cancelled_at: order.cancelledAt?.toISOString() ?? null,
  cancel_reason: order.cancelReason,
  metadata: order.metadata,
  actions: Order.actions(order),
  ...versionView(order),
});

export const soldItemView = (item: Omit<OrderItem, 'id' | 'isFromStock'>): SoldItemView => ({
  product_id: item.productId,
  name: item.name,
  sku: item.sku,
  slug: item.slug,
  image: item.image,
  options: item.options,
  withdrawal_exemption: item.withdrawalExemption,
  unit_price: item.unitPrice.toNumber(),
  quantity: item.quantity,
});

/** The items with their fulfilled quantities. */
const itemViews = ({
  items,
  fulfillments,
  charges,
}: Pick<Order, 'items' | 'fulfillments' | 'charges'>): OrderItemView[] => {
  const fulfilledQuantities = quantitiesIn(fulfillments);
  return items.map((item) => ({
    id: item.id,
    ...soldItemView(item),
    fulfilled_quantity: fulfilledQuantities.get(item.id) ?? 0,
    cancelled_quantity: item.cancelledQuantity,
    returned_quantity: item.returnedQuantity,
    subtotal: pricedItem(item).price.toNumber(),
    ...pricedLineView(pricedItem(item), charges.pricesIncludeTax),
  }));
};

/** Shows a fulfillment within its order. */
export const fulfillmentView = ({
  id,
  items,
  trackingNumber,
  carrier,
  deliveredAt,
  createdAt,
}: Fulfillment): FulfillmentView => ({
  id,
  items: fulfilledItemViews(items),
  tracking_number: trackingNumber,
  carrier,
  delivered_at: deliveredAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

/** The filters and sorts of the order list. */
export const orderList = describeList<OrderView>()({
  filters: {
    status: {
      kind: 'any_of',
      field: 'status',
      documentsSingle: true,
      format: { type: 'choice', values: ORDER_STATUSES },
      maxItems: ORDER_STATUSES.length,
      description: 'Orders with this status; repeat the parameter for any of several.',
      example: 'open',
    },
    payment_status: {
      kind: 'any_of',
      field: 'payment_status',
      documentsSingle: true,
      format: { type: 'choice', values: ORDER_PAYMENT_STATUSES },
      maxItems: ORDER_PAYMENT_STATUSES.length,
      description: 'Orders with this payment status; repeat the parameter for any of several.',
      example: 'unpaid',
    },
    fulfillment_status: {
      kind: 'any_of',
      field: 'fulfillment_status',
      documentsSingle: true,
      format: { type: 'choice', values: FULFILLMENT_STATUSES },
      maxItems: FULFILLMENT_STATUSES.length,
      description: 'Orders with this fulfillment status; repeat the parameter for any of several.',
      example: 'unfulfilled',
    },
    user_id: idFilter('user_id', 'usr', 'Orders of this user.'),
    email: {
      kind: 'same_email',
      field: 'email',
      description: 'Orders with this e-mail address, in any case.',
      example: 'ada@example.com',
    },
    number: {
      kind: 'equals',
      field: 'number',
      format: { type: 'integer', minimum: 1 },
      description: 'The order with this number.',
      example: 1001,
    },
    external_id: {
      kind: 'equals',
      field: 'external_id',
      format: { type: 'label', maxLength: 255 },
      description: 'The order with this external id.',
    },
    q: {
      kind: 'lookup',
      equals: ['number', 'items.sku', 'fulfillments.tracking_number'],
      beginsEmail: 'email',
      contacts: ['shipping_address', 'billing_address'],
      maxLength: 320,
      description:
        'Orders with this number, also as `#1001`, an item of this SKU, this tracking number, or an e-mail address that begins ' +
        'like this, and orders of buyers with these words in their name or company, or with this postal code or phone number: ' +
        'of each at most 1,000, of items the newest, of e-mail addresses the alphabetically first.',
      example: '1001',
    },
    product_id: idFilter('items.product_id', 'prod', 'Orders that contain this product.'),
    ...idsFilter('Orders', 'ord'),
    ...createdFilters('Orders'),
    updated_from: { kind: 'from', field: 'updated_at', description: 'Orders last updated at this time or later.' },
  },
  sorts: ['created_at', 'updated_at'],
  defaultSort: { by: 'created_at', descending: true },
});

export type OrderFilter = FilterOf<typeof orderList>;
