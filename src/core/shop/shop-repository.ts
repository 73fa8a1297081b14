import type { Shop } from './shop.ts';

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
