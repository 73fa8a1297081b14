import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { withDeadline } from './deadline.ts';
import type { DownloadRoute } from './route.ts';

/**
 * Sends a text piece by piece, as fast as the client takes it. The first piece is waited for, so that what goes wrong
 * by then is answered as a problem; later the connection is cut, so that nobody takes a part for the whole.
 */
export const sendDownload = async (
  ctx: Context,
  { streams: { type, filename } }: DownloadRoute,
  { chunks, timeoutMs }: Readonly<{ chunks: AsyncIterable<string>; timeoutMs: number }>,
): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await withDeadline(timeoutMs, () => iterator.next());
  ctx.status = 200;
  ctx.set('Content-Type', `${type}; charset=utf-8`);
  ctx.set('Content-Disposition', `attachment; filename="${filename}"`);
  ctx.body = Readable.from(rest(first, iterator), { objectMode: false });
};

async function* rest(first: IteratorResult<string>, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) if (next.value !== '') yield next.value;
  } finally {
    await iterator.return?.();
  }
}
