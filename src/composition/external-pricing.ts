import { ModuleError } from '#adapters/external/load-module.ts';
import { loadOrderPricing } from '#adapters/external/load-order-pricing.ts';
import { makeGuardedPricing } from '#adapters/order-pricing/guarded-pricing.ts';
import { checkDigitValidator } from '#adapters/tax-ids/check-digit-validator.ts';
import { makeGuardedValidator } from '#adapters/tax-ids/guarded-validator.ts';
import type { OrderPricing, TaxIdValidator } from '#core/pricing/ports.ts';
import type { ExternalPricing } from '#core/pricing/pricing-module.ts';
import type { Log } from '#core/shared/log.ts';
import { Money } from '#core/shared/money.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

type Deps = Readonly<{ config: Config; log: Log }>;

/** How long a pricing from outside may take to validate a tax id: tax is charged after that. */
const TAX_ID_TIMEOUT_MS = 3_000;

/** Opens a pricing from outside the source tree. @throws StartError for one that cannot be used. */
export const openExternalPricing = async ({ config, log }: Deps) => {
  const { module, timeoutMs } = config.orderPricing;
  let builtIn: OrderPricing | undefined;
  const tables: OrderPricing = {
    quote: async (cart) => {
      if (builtIn === undefined) throw new TypeError('The built-in pricing is available once the service runs.');
      return builtIn.quote(cart);
    },
  };
  const context = { settings: config.environment, money: Money.ofMinor, tables, log };
  const pricing = await loadOrderPricing(module, { context }).catch((error) => {
    throw error instanceof ModuleError ? invalidPricing(module, error.message) : error;
  });
  return {
    choose: (tablePricing: OrderPricing) => {
      builtIn = tablePricing;
      return makeGuardedPricing(pricing, { log, timeoutMs });
    },
    taxIds: taxIdsOf(pricing, log),
  };
};

const taxIdsOf = (pricing: ExternalPricing, log: Log): TaxIdValidator =>
  pricing.isTaxIdValid === undefined
    ? checkDigitValidator
    : makeGuardedValidator(
        { isValid: async (taxId) => (await pricing.isTaxIdValid?.(taxId)) === true },
        { log, timeoutMs: TAX_ID_TIMEOUT_MS },
      );

const invalidPricing = (module: string, reason: string): StartError =>
  new StartError(`ORDER_PRICING names ${module}, but ${reason}.`);
