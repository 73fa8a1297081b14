import type { Address } from '#core/shared/address.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { type FulfilledItemView, fulfilledItemViews } from './fulfilled-item-view.ts';
import { type Fulfillment, quantitiesIn } from './fulfillment.ts';
import { Order } from './order.ts';
import { type ChargesView, chargesView, type PricedLineView, pricedLineView } from './order-charges-view.ts';
import { type OrderItem, pricedItem } from './order-item.ts';
import type { OrderState } from './order-states.ts';

/** An order item as the API shows it. */
export type OrderItemView = Readonly<{
  id: OrderItem['id'];
  product_id: OrderItem['productId'];
  name: string;
  sku: string | null;
  slug: string | null;
  image: string | null;
  options: Readonly<Record<string, string>>;
  /** Amounts are in major units. */
  unit_price: number;
  quantity: number;
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
    amount_due: number;
    refund_due: number;
    currency: string;
    expires_at: string | null;
    user_id: Order['userId'];
    invoice_id: Order['invoiceId'];
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
  amount_due: Order.amountDue(order).toNumber(),
  refund_due: order.refundDue.toNumber(),
  currency: order.currency,
  expires_at: order.expiresAt?.toISOString() ?? null,
  user_id: order.userId,
  invoice_id: order.invoiceId,
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

/** The items with their fulfilled quantities. */
const itemViews = ({
  items,
  fulfillments,
  charges,
}: Pick<Order, 'items' | 'fulfillments' | 'charges'>): OrderItemView[] => {
  const fulfilledQuantities = quantitiesIn(fulfillments);
  return items.map((item) => ({
    id: item.id,
    product_id: item.productId,
    name: item.name,
    sku: item.sku,
    slug: item.slug,
    image: item.image,
    options: item.options,
    unit_price: item.unitPrice.toNumber(),
    quantity: item.quantity,
    fulfilled_quantity: fulfilledQuantities.get(item.id) ?? 0,
    cancelled_quantity: item.cancelledQuantity,
    returned_quantity: item.returnedQuantity,
    subtotal: pricedItem(item).price.toNumber(),
    ...pricedLineView(pricedItem(item), charges.pricesIncludeTax),
  }));
};

/** Shows a fulfillment within its order. */
export const fulfillmentView = ({ id, items, trackingNumber, carrier, createdAt }: Fulfillment): FulfillmentView => ({
  id,
  items: fulfilledItemViews(items),
  tracking_number: trackingNumber,
  carrier,
  created_at: createdAt.toISOString(),
});
