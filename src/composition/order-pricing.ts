import { ModuleError } from '#adapters/external/load-module.ts';
import { loadOrderPricing } from '#adapters/external/load-order-pricing.ts';
import { makeGuardedPricing } from '#adapters/order-pricing/guarded-pricing.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { Log } from '#core/shared/log.ts';
import { Money } from '#core/shared/money.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

type Deps = Readonly<{ config: Config; log: Log }>;

/** Chooses the pricing of orders, given the built-in pricing by the shop's tables. */
export type ChoosePricing = (tables: OrderPricing) => OrderPricing;

/** Opens the pricing that the settings name. @throws StartError for one that cannot be used. */
export const openOrderPricing = async ({ config, log }: Deps): Promise<ChoosePricing> => {
  const { module, timeoutMs } = config.orderPricing;
  if (module === 'tables') return (tables) => tables;
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
  return (tablePricing) => {
    builtIn = tablePricing;
    return makeGuardedPricing(pricing, { log, timeoutMs });
  };
};

const invalidPricing = (module: string, reason: string): StartError =>
  new StartError(`ORDER_PRICING names ${module}, but ${reason}.`);
