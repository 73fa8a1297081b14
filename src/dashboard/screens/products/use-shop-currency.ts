import { request } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';

/** The currency of a price without one, for those who may read the rules of the shop; else empty. */
export const useShopCurrency = (isNeeded: boolean): string => {
  const { data } = useLoaded(String(isNeeded), async (signal) =>
    isNeeded && holds('settings:read') ? (await request('get', '/api/shop/rules', { signal })).data.currency : '',
  );
  return data ?? '';
};
