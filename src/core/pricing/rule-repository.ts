import type { Resource } from '#core/shared/resource.ts';

/** Writes the tax rates, shipping methods or discounts of the shop. */
export interface RuleRepository<R extends Resource> {
  /**
   * Locks the table against other transactions that call this, until the transaction ends. To be called before a check
   * that depends on other rows.
   */
  lock(): Promise<void>;
  /** Locks the row until the transaction ends. @throws DomainError `not_found`. */
  get(id: R['id']): Promise<R>;
  add(rule: R): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(rule: R): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: R['id']): Promise<void>;
}
