import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { PricePeriod } from '#core/catalog/price-history.ts';
import type { Product } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { amount, bigint, id, timestamp } from './column-types.ts';
import { type Row, table, type WrittenRow } from './table.ts';

/** The prices that products had, one row a period. */
export const ProductPriceRow = table('product_prices', {
  id: bigint().$type<GeneratedAlways<string>>().generated('identity').primary(),
  product_id: id<'prod'>(),
  // `price`: minor units; `price_major`: the same in major units
  price: bigint(),
  price_major: amount(),
  currency: p.text().$type<Currency>(),
  published: p.boolean(),
  started_at: timestamp(),
  ended_at: timestamp().strictNullable(),
});

export type ProductPriceRow = Row<typeof ProductPriceRow>;

/** The price of a product since its last change. */
export const toProductPriceRow = ({ id, price, status, updatedAt }: Product): WrittenRow<typeof ProductPriceRow> => ({
  product_id: id,
  price: String(price.minor),
  price_major: price.toDecimal(),
  currency: price.currency,
  published: status === 'active',
  started_at: updatedAt,
  ended_at: null,
});

export const toPricePeriod = (row: Omit<ProductPriceRow, 'id' | 'product_id' | 'price_major'>): PricePeriod => ({
  price: Money.ofMinor(BigInt(row.price), row.currency),
  isPublished: row.published,
  from: row.started_at,
  to: row.ended_at,
});
