import type { PriceEdit } from '#core/orders/price-edit.ts';
import type { PriceOrder } from '#core/orders/price-order.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { token } from '../injection.ts';

export const ORDERS = {
  /** The provider that `ORDER_PRICING` names. */
  pricing: token<OrderPricing>('OrderPricing'),
  priceOrder: token<PriceOrder>('PriceOrder'),
  priceEdit: token<PriceEdit>('PriceEdit'),
  refundSoon: token<RefundSoon>('RefundSoon'),
};
