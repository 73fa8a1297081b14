import { p } from '@mikro-orm/postgresql';
import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import type { Order } from '#core/orders/order.ts';
import { type AllocationView, allocationViews } from '#core/orders/order-charges.ts';
import { type AgreedItem, type OrderItem, pricedItem } from '#core/orders/order-item.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { toAllocations } from './priced-line.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'item'>(),
  product_id: id<'prod'>().strictNullable(),
  parent_id: id<'prod'>().strictNullable(),
  name: p.text(),
  sku: p.text().strictNullable(),
  slug: p.text().strictNullable(),
  image: p.text().strictNullable(),
  options: json<OrderItem['options']>(),
  withdrawal_exemption: p.text().$type<WithdrawalExemption>().strictNullable(),
  tax_category: p.text().strictNullable(),
  quantity: p.integer(),
  cancelled_quantity: p.integer(),
  returned_quantity: p.integer(),
  is_from_stock: p.boolean(),
});

/** What an item cost when it was priced, in major units. */
type StoredAgreement = Readonly<{ quantity: number; discount_allocations: readonly AllocationView[]; tax: number }>;

/** The items of orders. They are written with their order. */
export const OrderItemRow = table('order_items', {
  ...copied.columns,
  order_id: id<'ord'>().primary(),
  // from 0
  position: p.smallint().primary(),
  category_id: id<'cat'>().strictNullable(),
  category: p.text().strictNullable(),
  unit_price: amount(),
  // the sum of the allocations
  discount: amount(),
  discount_allocations: json<readonly AllocationView[]>(),
  tax_name: p.text().strictNullable(),
  // in parts per million
  tax_rate: p.integer().$type<Rate>().strictNullable(),
  tax: amount(),
  // what it cost before parts of it were cancelled; null if none were since it was priced
  agreed: json<StoredAgreement>().strictNullable(),
  // the order's, so that an index yields the orders of a product in their order
  created_at: timestamp(),
});

export type OrderItemRow = Row<typeof OrderItemRow>;

/** An item as it is read with its order. */
export type StoredOrderItem = Omit<OrderItemRow, 'order_id' | 'position' | 'created_at' | 'discount'>;

export const toOrderItemRows = (order: Order): OrderItemRow[] =>
  order.items.map((item, position) => ({
    ...copied.toColumns(item),
    order_id: order.id,
    position,
    category_id: item.category?.id ?? null,
    category: item.category?.name ?? null,
    unit_price: item.unitPrice.toDecimal(),
    discount: PricedLine.discount(pricedItem(item)).toDecimal(),
    discount_allocations: allocationViews(item),
    tax_name: item.tax?.name ?? null,
    tax_rate: item.tax?.rate ?? null,
    tax: PricedLine.tax(pricedItem(item)).toDecimal(),
    agreed: item.agreed && toStoredAgreement(item.agreed),
    created_at: order.createdAt,
  }));

export const toOrderItem = (row: StoredOrderItem, currency: Currency): OrderItem => ({
  ...copied.toProperties(row),
  category: row.category_id === null ? null : { id: row.category_id, name: row.category ?? '' },
  unitPrice: amountOf(row.unit_price, currency),
  discounts: toAllocations(row.discount_allocations, currency),
  tax:
    row.tax_rate === null
      ? null
      : { name: row.tax_name ?? '', rate: row.tax_rate, amount: amountOf(row.tax, currency) },
  agreed: row.agreed && toAgreement(row.agreed, currency),
});

const toStoredAgreement = ({ quantity, discounts, tax }: AgreedItem): StoredAgreement => ({
  quantity,
  discount_allocations: allocationViews({ discounts }),
  tax: tax.toNumber(),
});

const toAgreement = (stored: StoredAgreement, currency: Currency): AgreedItem => ({
  quantity: stored.quantity,
  discounts: toAllocations(stored.discount_allocations, currency),
  tax: amountOf(stored.tax, currency),
});
