/** About how many characters a batch may have. */
export const MAX_BATCH_CHARACTERS = 262_144;

const FIRST = 10;
const MAX = 100;

/** How many rows of unknown size to read at one time, so that memory has few of them where they are large. */
export class BatchSize {
  #limit = FIRST;

  get limit(): number {
    return this.#limit;
  }

  /** Follows from the rows that were read last, each as JSON; grows slowly, since the next may be larger. */
  adapt(rows: readonly string[]): void {
    if (rows.length === 0) return;
    const average = rows.reduce((sum, row) => sum + row.length, 0) / rows.length;
    this.#limit = Math.max(1, Math.min(MAX, 2 * this.#limit, Math.floor(MAX_BATCH_CHARACTERS / average)));
  }
}
