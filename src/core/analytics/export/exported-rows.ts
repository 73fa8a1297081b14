import type { Order } from '#core/orders/order.ts';
import { discountLineViews, OrderSums } from '#core/orders/order-charges.ts';
import { pricedItem } from '#core/orders/order-item.ts';
import { PayableId } from '#core/payments/payable-id.ts';
import { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { refundView } from '#core/payments/payment-view.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { OrderItemRow, OrderRow, PaymentRow, RefundRow } from './datasets.ts';

const DECIMALS = 4;

/** No currency has more decimals. */
const decimal = (money: Money): string => {
  const [whole, fraction = ''] = money.toDecimal().split('.');
  return `${whole}.${fraction.padEnd(DECIMALS, '0')}`;
};

const utc = <Time extends Date | null>(time: Time) => (time?.toISOString() ?? null) as string | Extract<Time, null>;

/** An order in the dataset of orders. */
export const orderRow = (order: Order): OrderRow => {
  const sums = OrderSums.of(order);
  return {
    id: order.id,
    number: order.number,
    external_id: order.externalId,
    status: order.state.status,
    payment_status: order.state.payment,
    fulfillment_status: order.state.fulfillment,
    currency: order.currency,
    subtotal: decimal(sums.subtotal),
    discount: decimal(sums.discount),
    shipping: decimal(sums.shipping),
    tax: decimal(sums.tax),
    total: decimal(sums.total),
    prices_include_tax: order.charges.pricesIncludeTax,
    tax_exemption: order.charges.taxExemption,
    amount_paid: decimal(order.amountPaid),
    amount_refunded: decimal(order.amountRefunded),
    discounts: discountLineViews(order).map(({ discount_id, code, amount }) => ({ discount_id, code, amount })),
    user_id: order.isErased ? null : order.userId,
    is_guest: order.userId === null,
    is_erased: order.isErased,
    country: order.country,
    is_by_customer: order.isByCustomer,
    invoice_id: order.invoiceId,
    cancelled_at: utc(order.cancelledAt),
    created_at: utc(order.createdAt),
    updated_at: utc(order.updatedAt),
  };
};

/** The items of an order in the dataset of items. */
export const orderItemRows = ({ id: orderId, items, currency, createdAt }: Order): OrderItemRow[] =>
  items.map((item, position) => ({
    id: item.id,
    order_id: orderId,
    position,
    product_id: item.productId,
    name: item.name,
    sku: item.sku,
    category_id: item.category?.id ?? null,
    category: item.category?.name ?? null,
    quantity: item.quantity,
    cancelled_quantity: item.cancelledQuantity,
    returned_quantity: item.returnedQuantity,
    currency,
    unit_price: decimal(item.unitPrice),
    discount: decimal(PricedLine.discount(pricedItem(item))),
    tax: decimal(PricedLine.tax(pricedItem(item))),
    tax_name: item.tax?.name ?? null,
    tax_rate: item.tax === null ? null : Rate.toPercent(item.tax.rate).toFixed(DECIMALS),
    created_at: utc(createdAt),
  }));

/** A payment in the dataset of payments. */
export const paymentRow = (payment: Payment): PaymentRow => ({
  id: payment.id,
  order_id: PayableId.order(payment.payableId),
  invoice_id: PayableId.invoice(payment.payableId),
  gateway: payment.gateway,
  status: payment.status,
  capture_method: payment.captureMethod,
  currency: payment.amount.currency,
  amount: decimal(payment.amount),
  amount_captured: decimal(payment.captured),
  amount_refunded: decimal(payment.refunded),
  amount_disputed: decimal(Payment.disputed(payment)),
  is_overpayment: payment.isOverpayment,
  is_off_session: payment.isOffSession,
  failure_code: payment.failure?.code ?? null,
  created_at: utc(payment.createdAt),
  updated_at: utc(payment.updatedAt),
});

/** A refund of a payment in the dataset of refunds. */
export const refundRow = (refund: PaymentOperation, { payableId, gateway }: Payment): RefundRow => ({
  id: refund.id,
  payment_id: refund.paymentId,
  order_id: PayableId.order(payableId),
  invoice_id: PayableId.invoice(payableId),
  gateway,
  status: refundView(refund).status,
  currency: refund.amount.currency,
  amount: decimal(refund.amount),
  has_reason: refund.reason !== null,
  items: refund.refunded === null ? null : refundView(refund).items,
  is_restocked: refund.refunded?.isRestocked ?? null,
  failure_code: refund.failure?.code ?? null,
  created_at: utc(refund.createdAt),
  updated_at: utc(refund.updatedAt),
});
