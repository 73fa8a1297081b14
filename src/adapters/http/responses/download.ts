import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { withDeadline } from '../request/deadline.ts';
import type { DownloadRoute } from '../routing/route.ts';

/** A part of a text, or of a binary file. */
type Chunk = string | Uint8Array;

/**
 * Sends a file in chunks at the client's pace. An error before the first chunk becomes a problem; a later one closes
 * the connection, so that the client notices that the file is incomplete.
 */
export const sendDownload = async (
  ctx: Context,
  file: DownloadRoute['files'][number],
  { chunks, timeoutMs }: Readonly<{ chunks: AsyncIterable<Chunk>; timeoutMs: number }>,
): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await withDeadline(timeoutMs, () => iterator.next());
  // the name may follow from what is read first
  const { type, name } = file;
  ctx.status = 200;
  ctx.set('Content-Type', type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type);
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Readable.from(rest(first, iterator), { objectMode: false });
};

async function* rest(first: IteratorResult<Chunk>, iterator: AsyncIterator<Chunk>): AsyncGenerator<Chunk> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) if (next.value !== '') yield next.value;
  } finally {
    await iterator.return?.();
  }
}
