import type { AuditTx } from '#core/audit/ports.ts';
import type { ShopRepository } from './shop-repository.ts';
import type { ShopRulesInForce, ShopRulesRepository } from './shop-rules-repository.ts';

/** The part of a transaction that reads the rules of the shop, for the capabilities above. */
export type RulesTx = Readonly<{ shopRules: ShopRulesInForce }>;

/** The part of a transaction that the shop's use cases need. */
export type ShopTx = Readonly<{ shop: ShopRepository; shopRules: ShopRulesRepository }> & AuditTx;
