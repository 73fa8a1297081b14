import { checkDigitValidator } from '#adapters/tax-ids/check-digit-validator.ts';
import type { OrderPricing, TaxIdValidator } from '#core/pricing/ports.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';

type Deps = Readonly<{ config: Config; log: Log }>;

/** What prices orders, given the built-in pricing by the shop's tables, and what validates tax ids. */
export type OpenPricing = Readonly<{ choose: (tables: OrderPricing) => OrderPricing; taxIds: TaxIdValidator }>;

/** Opens the pricing that the settings name. @throws StartError for one that cannot be used. */
export const openOrderPricing = async ({ config, log }: Deps): Promise<OpenPricing> => {
  if (config.orderPricing.module === 'tables') return { choose: (tables) => tables, taxIds: checkDigitValidator };
  // most shops need none of its modules
  const { openExternalPricing } = await import('./external-pricing.ts');
  return openExternalPricing({ config, log });
};
