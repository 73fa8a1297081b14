import type { PricingCache } from '#core/pricing/pricing-cache.ts';
import { token } from '../injection.ts';

export const PRICING = { cache: token<PricingCache>('PricingCache') };
