import type { ImportError } from '../import.ts';
import type { FileRow, ImportRow } from '../import-row.ts';
import type { Timer } from '../ports.ts';

/** Some rows of a file in order; none if none arrived for a while. */
export type RowBatch = Readonly<{
  rows: readonly FileRow[];
  /** Why the file cannot be read after these rows. */
  unreadable: ImportError | null;
}>;

const MAX_ROWS = 1_000;

/** Bounds the memory of a batch of long rows. */
const MAX_CHARACTERS = 1_048_576;

/** A batch that is not full is processed after this time, so that progress is stored and the lease is renewed. */
const MAX_WAIT_MS = 2_000;

/** Groups the rows of a file into batches. More rows are read while a batch is processed. */
export async function* rowBatches(
  chunks: AsyncIterable<readonly ImportRow[]>,
  timer: Timer,
): AsyncGenerator<RowBatch, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const waiting = makeWaitingRows();
  let pending = nextOf(iterator);
  let isEnd = false;
  try {
    while (!isEnd) {
      const { elapsed, cancel } = timer(MAX_WAIT_MS);
      let isDue = false;
      while (!isEnd && !isDue && !waiting.fillBatch()) {
        const chunk = await Promise.race([pending, elapsed]);
        if (chunk === 'elapsed') isDue = true;
        else if (chunk.done === true) isEnd = true;
        else {
          waiting.push(chunk.value);
          pending = nextOf(iterator);
        }
      }
      cancel();
      for (const batch of waiting.take(isEnd)) {
        yield batch;
        if (batch.unreadable !== null) return;
      }
    }
  } finally {
    // not awaited: it waits for the next chunk of a client that may send none
    iterator.return?.().catch(() => {});
  }
}

const nextOf = (iterator: AsyncIterator<readonly ImportRow[]>): Promise<IteratorResult<readonly ImportRow[]>> => {
  const next = iterator.next();
  // reported where it is awaited
  next.catch(() => {});
  return next;
};

const makeWaitingRows = () => {
  let rows: readonly ImportRow[] = [];
  /** How many rows the next batch has. */
  const batchSize = (): number => {
    let characters = 0;
    const end = rows.findIndex((row, index) => {
      if (row.kind === 'unreadable' || index === MAX_ROWS || characters >= MAX_CHARACTERS) return true;
      characters += row.text.length;
      return false;
    });
    return end < 0 ? rows.length : end;
  };
  const fillBatch = (): boolean => batchSize() < rows.length;
  return {
    push(more: readonly ImportRow[]): void {
      rows = [...rows, ...more];
    },
    /** Whether the rows fill a batch. */
    fillBatch,
    /** Takes all full batches, and at least one, or all rows. */
    *take(isEnd: boolean): Generator<RowBatch, void> {
      do {
        const end = batchSize();
        const next = rows[end];
        const batch = rows.slice(0, end).filter((row) => row.kind !== 'unreadable');
        rows = rows.slice(end);
        yield { rows: batch, unreadable: next?.kind === 'unreadable' ? next.error : null };
      } while (fillBatch() || (isEnd && rows.length > 0));
    },
  };
};
