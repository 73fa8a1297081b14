import type { ShopRules } from './shop-rules.ts';

/** Writes the rules, which always exist. */
export interface ShopRulesRepository extends ShopRulesInForce {
  /** Locks the rules until the transaction ends: nothing is sold for the first time meanwhile. */
  get(): Promise<ShopRules>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(rules: ShopRules): Promise<void>;
}

/** What a transaction needs of the rules that are in force. */
export interface ShopRulesInForce {
  /** Reads without a lock. */
  read(): Promise<ShopRules>;
  /** Records that something is sold by the rules, and reads them. A change of them either came before or sees it. */
  recordSale(): Promise<ShopRules>;
}

/** Reads the rules, never from a cache: a change is in force with the next request to any process. */
export interface ShopRulesQueries {
  get(): Promise<ShopRules>;
}
