// Why: docs/decisions/0030-price-history.md

import { describeList } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';

/** A time during which a product had a price. */
export type PricePeriod = Readonly<{
  price: Money;
  /** Whether the product was active. */
  isPublished: boolean;
  from: Date;
  /** Null for the present price. */
  to: Date | null;
}>;

/** A period as the API shows it. */
export type PricePeriodView = Readonly<{
  object: 'price';
  /** Major units. */
  price: number;
  currency: string;
  published: boolean;
  from: string;
  to: string | null;
}>;

export const pricePeriodView = ({ price, isPublished, from, to }: PricePeriod): PricePeriodView => ({
  object: 'price',
  price: price.toNumber(),
  currency: price.currency,
  published: isPublished,
  from: from.toISOString(),
  to: to?.toISOString() ?? null,
});

/** The newest first. */
export const priceList = describeList<PricePeriodView>()({
  filters: {},
  sorts: [],
  defaultSort: { by: 'from', descending: true },
});
