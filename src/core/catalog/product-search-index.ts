/** Keeps what products are found by. Product repositories write it with each product. */
export interface ProductSearchIndex {
  /**
   * Computes what some products are found by that were stored without it, for example by a migration.
   * @returns the number of products; 0 when none is left.
   */
  indexStale(): Promise<number>;
}
