import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { InTurn } from '#core/shared/in-turn.ts';
import { withDeadline } from '../request/deadline.ts';
import type { DownloadRoute } from '../routing/route.ts';

/** A part of a text, or of a binary file. */
type Chunk = string | Uint8Array;

/**
 * Sends a file in chunks at the client's pace, each created in the client's turn. An error before the first chunk becomes a
 * problem; a later one closes the connection, so that the client notices that the file is incomplete.
 */
export const sendDownload = async (
  ctx: Context,
  file: DownloadRoute['files'][number],
  { chunks, inTurn, timeoutMs }: Readonly<{ chunks: AsyncIterable<Chunk>; inTurn: InTurn; timeoutMs: number }>,
): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]();
  const next = () => inTurn(() => iterator.next());
  const first = await withDeadline(timeoutMs, next);
  // the name may follow from what is read first
  const { type, name } = file;
  ctx.status = 200;
  ctx.set('Content-Type', type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type);
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Readable.from(rest(first, { next, end: () => iterator.return?.() }), { objectMode: false });
};

type Rest = Readonly<{ next: () => Promise<IteratorResult<Chunk>>; end: () => unknown }>;

async function* rest(first: IteratorResult<Chunk>, { next, end }: Rest): AsyncGenerator<Chunk> {
  try {
    for (let part = first; part.done !== true; part = await next()) if (part.value !== '') yield part.value;
  } finally {
    await end();
  }
}
