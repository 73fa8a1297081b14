import type { ShopQueries } from '#core/shop/ports.ts';
import { token } from '../injection.ts';

/** `cache` is as new as the storage within a second. */
export const SHOP = { cache: token<ShopQueries>('ShopCache') };
