import type { AuditTx } from '#core/audit/ports.ts';
import type { Shop } from './shop.ts';
import type { ShopRules } from './shop-rules.ts';

/** Writes the shop, which always exists. */
export interface ShopRepository {
  /** Locks the shop until the transaction ends. */
  get(): Promise<Shop>;
  /** Reads without a lock. */
  read(): Promise<Shop>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(shop: Shop): Promise<void>;
}

/** Reads the shop. */
export interface ShopQueries {
  get(): Promise<Shop>;
}

/** Writes the rules, which always exist. */
export interface ShopRulesRepository extends ShopRulesInForce {
  /** Locks the rules until the transaction ends: nothing is sold for the first time meanwhile. */
  get(): Promise<ShopRules>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(rules: ShopRules): Promise<void>;
}

/** What a transaction needs of the rules that are in force. */
interface ShopRulesInForce {
  /** Reads without a lock. */
  read(): Promise<ShopRules>;
  /** Records that something is sold by the rules, and reads them. A change of them either came before or sees it. */
  recordSale(): Promise<ShopRules>;
}

/** Reads the rules, never from a cache: a change is in force with the next request to any process. */
export interface ShopRulesQueries {
  get(): Promise<ShopRules>;
}

/** The part of a transaction that reads the rules of the shop, for the capabilities above. */
export type RulesTx = Readonly<{ shopRules: ShopRulesInForce }>;

/** The part of a transaction that the shop's use cases need. */
export type ShopTx = Readonly<{ shop: ShopRepository; shopRules: ShopRulesRepository }> & AuditTx;
