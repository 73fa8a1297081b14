import type { AuditTx } from '#core/audit/ports.ts';
import type { ShopRepository } from './shop-repository.ts';

/** The part of a transaction that the shop's use cases need. */
export type ShopTx = Readonly<{ shop: ShopRepository }> & AuditTx;
