import { type ExternalPricing, type PricingContext, pricingErrors } from '#core/pricing/pricing-module.ts';
import { callExport, ModuleError } from './load-module.ts';

type Options = Readonly<{ context: PricingContext; timeoutMs?: number }>;

/** A pricing of orders from outside the source tree. @throws ModuleError */
export const loadOrderPricing = async (module: string, options: Options): Promise<ExternalPricing> => {
  const hint = 'a file is named by its path, such as ./my-pricing.mjs; built in is tables';
  const call = { name: 'createOrderPricing', hint, ...options };
  const pricing = await callExport<PricingContext, ExternalPricing>(module, call);
  const errors = pricingErrors(pricing);
  if (errors.length > 0) throw new ModuleError(`its createOrderPricing returned no pricing: ${errors.join('; ')}`);
  return pricing;
};
