/** Keeps the numbers of products in categories. Reads are exact at any time, and faster the fewer changes are pending. */
export interface CategoryCounts {
  /** Adds up some pending changes. @returns their number; 0 when none is left. */
  addUp(): Promise<number>;
}
