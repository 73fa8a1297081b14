import type { Currency } from '#core/shared/currency.ts';
import type { Log } from '#core/shared/log.ts';
import type { Money } from '#core/shared/money.ts';
import type { OrderPricing } from './ports.ts';

/**
 * What `createOrderPricing` of the module named in `ORDER_PRICING` gets, so that the module need not import the service. It
 * returns an `OrderPricing` or a promise of it.
 */
export type PricingContext = Readonly<{
  /** The environment's settings. */
  settings: Readonly<Record<string, string | undefined>>;
  /** Creates an amount from whole minor units, such as cents. */
  money: (minor: bigint, currency: Currency) => Money;
  /** The pricing by the shop's tables, to complete or to replace parts of. */
  tables: OrderPricing;
  log: Log;
}>;

/** The errors of a value as an `OrderPricing`. */
export const pricingErrors = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  return typeof (value as Readonly<Record<string, unknown>>)['quote'] === 'function'
    ? []
    : ['quote must be a function'];
};
