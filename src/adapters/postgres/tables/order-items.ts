import { p } from '@mikro-orm/postgresql';
import type { Order } from '#core/orders/order.ts';
import { type AllocationView, allocationViews } from '#core/orders/order-charges-view.ts';
import { type OrderItem, pricedItem } from '#core/orders/order-item.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, timestamp } from './column-types.ts';
import { toAllocations } from './priced-line.ts';
import { type Row, table } from './table.ts';

/** The items of orders. They are written with their order. */
export const OrderItemRow = table('order_items', {
  order_id: id<'ord'>().primary(),
  // from 0
  position: p.smallint().primary(),
  id: id<'item'>(),
  product_id: id<'prod'>(),
  name: p.text(),
  sku: p.text().strictNullable(),
  slug: p.text().strictNullable(),
  image: p.text().strictNullable(),
  options: json<OrderItem['options']>(),
  category_id: id<'cat'>().strictNullable(),
  category: p.text().strictNullable(),
  unit_price: amount(),
  quantity: p.integer(),
  cancelled_quantity: p.integer(),
  returned_quantity: p.integer(),
  // the sum of the allocations
  discount: amount(),
  discount_allocations: json<readonly AllocationView[]>(),
  tax_name: p.text().strictNullable(),
  // in parts per million
  tax_rate: p.integer().$type<Rate>().strictNullable(),
  tax: amount(),
  is_from_stock: p.boolean(),
  // the order's, so that an index yields the orders of a product in their order
  created_at: timestamp(),
});

export type OrderItemRow = Row<typeof OrderItemRow>;

/** An item as it is read with its order. */
export type StoredOrderItem = Omit<OrderItemRow, 'order_id' | 'position' | 'created_at' | 'discount'>;

export const toOrderItemRows = (order: Order): OrderItemRow[] =>
  order.items.map((item, position) => ({
    order_id: order.id,
    position,
    id: item.id,
    product_id: item.productId,
    name: item.name,
    sku: item.sku,
    slug: item.slug,
    image: item.image,
    options: item.options,
    category_id: item.category?.id ?? null,
    category: item.category?.name ?? null,
    unit_price: item.unitPrice.toDecimal(),
    quantity: item.quantity,
    cancelled_quantity: item.cancelledQuantity,
    returned_quantity: item.returnedQuantity,
    discount: PricedLine.discount(pricedItem(item)).toDecimal(),
    discount_allocations: allocationViews(item),
    tax_name: item.tax?.name ?? null,
    tax_rate: item.tax?.rate ?? null,
    tax: PricedLine.tax(pricedItem(item)).toDecimal(),
    is_from_stock: item.isFromStock,
    created_at: order.createdAt,
  }));

export const toOrderItem = (row: StoredOrderItem, currency: Currency): OrderItem => ({
  id: row.id,
  productId: row.product_id,
  name: row.name,
  sku: row.sku,
  slug: row.slug,
  image: row.image,
  options: row.options,
  category: row.category_id === null ? null : { id: row.category_id, name: row.category ?? '' },
  unitPrice: amountOf(row.unit_price, currency),
  quantity: row.quantity,
  cancelledQuantity: row.cancelled_quantity,
  returnedQuantity: row.returned_quantity,
  discounts: toAllocations(row.discount_allocations, currency),
  tax:
    row.tax_rate === null
      ? null
      : { name: row.tax_name ?? '', rate: row.tax_rate, amount: amountOf(row.tax, currency) },
  isFromStock: row.is_from_stock,
});
