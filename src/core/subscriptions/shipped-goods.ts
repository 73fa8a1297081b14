import { type DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Plan } from './plan.ts';
import type { SubscriptionsTx } from './ports.ts';

/** Whether one of the plans has goods from the stock, which are shipped. */
export const hasShippedGoods = async (tx: SubscriptionsTx, plans: readonly Plan[]): Promise<boolean> => {
  const ids = plans.flatMap(({ productId, usage }) => (productId === null || usage !== null ? [] : [productId]));
  if (ids.length === 0) return false;
  const products = await tx.products.getMany({ ids, skus: [] });
  return products.some(({ stock }) => stock !== null);
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
