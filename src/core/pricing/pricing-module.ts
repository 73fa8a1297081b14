import type { Currency } from '#core/shared/currency.ts';
import type { Log } from '#core/shared/log.ts';
import type { Money } from '#core/shared/money.ts';
import type { OrderPricing, TaxIdValidator } from './ports.ts';

/** A pricing from outside, which may ask a service for tax ids, too. */
export type ExternalPricing = OrderPricing & Readonly<{ isTaxIdValid?: TaxIdValidator['isValid'] }>;

/**
 * What `createOrderPricing` of the module named in `ORDER_PRICING` gets, so that the module need not import the service. It
 * returns an `ExternalPricing` or a promise of it.
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

/** The errors of a value as an `ExternalPricing`. */
export const pricingErrors = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const { quote, isTaxIdValid } = value as Readonly<Record<string, unknown>>;
  return [
    ...(typeof quote === 'function' ? [] : ['quote must be a function']),
    ...(['function', 'undefined'].includes(typeof isTaxIdValid) ? [] : ['isTaxIdValid must be a function']),
  ];
};
