import type { ImportRow } from '../import-row.ts';

type Rows = AsyncIterable<readonly ImportRow[]>;

/** Reads the beginning of a file and returns all of its rows. @throws the error of an invalid header. */
export const openRows = async (rows: Rows): Promise<Rows> => {
  const iterator = rows[Symbol.asyncIterator]();
  return all(await iterator.next(), iterator);
};

async function* all(
  first: IteratorResult<readonly ImportRow[]>,
  iterator: AsyncIterator<readonly ImportRow[]>,
): AsyncGenerator<readonly ImportRow[], void> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
