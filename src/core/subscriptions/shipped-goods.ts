import { type DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Plan } from './plan.ts';
import type { SubscriptionsTx } from './ports.ts';

/** Those of the plans whose periods take goods from the stock, which are shipped. */
export const plansOfGoods = async (tx: SubscriptionsTx, plans: readonly Plan[]): Promise<readonly Plan[]> => {
  const ids = plans.flatMap(({ productId, usage }) => (productId === null || usage !== null ? [] : [productId]));
  if (ids.length === 0) return [];
  const products = await tx.products.getMany({ ids: [...new Set(ids)], skus: [] });
  const tracked = new Set<string | null>(products.filter(({ stock }) => stock !== null).map(({ id }) => id));
  return plans.filter(({ productId, usage }) => usage === null && tracked.has(productId));
};

export const shippingAddressRequired = (): DomainError =>
  invalid([
    {
      path: ['plan_id'],
      code: 'shipping_address.required',
      message:
        'must be a plan without goods, unless the user has an address in `addresses`, where the goods are shipped',
    },
  ]);
