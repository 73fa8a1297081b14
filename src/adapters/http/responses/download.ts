import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { InTurn } from '#core/shared/in-turn.ts';
import { withDeadline } from '../request/deadline.ts';
import { isNotModified } from '../request/preconditions.ts';
import type { DownloadFile, FileDetails } from '../routing/route.ts';

/** A part of a text, or of a binary file. */
type Chunk = string | Uint8Array;

/**
 * Sends a file in chunks at the client's pace, each created in the client's turn. An error before the first chunk becomes a
 * problem; a later one closes the connection, so that the client notices that the file is incomplete.
 */
export const sendDownload = async (
  ctx: Context,
  file: DownloadFile & Partial<FileDetails>,
  { chunks, inTurn, timeoutMs }: Readonly<{ chunks: AsyncIterable<Chunk>; inTurn: InTurn; timeoutMs: number }>,
): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]();
  const next = () => inTurn(() => iterator.next());
  const first = await withDeadline(timeoutMs, next);
  const end = async () => iterator.return?.();
  // without a reader, as of HEAD, nothing else ends the chunks; nobody is left to be told of an error
  ctx.res.once('close', () => void end().catch(() => {}));
  // the details may follow from what is read first
  const { type, name, etag } = file;
  ctx.set(headersOf(file));
  ctx.status = etag !== undefined && isNotModified(ctx.req.headers['if-none-match'], etag) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.set('Content-Type', type.startsWith('text/') || /(?:json|xml)$/.test(type) ? `${type}; charset=utf-8` : type);
  ctx.set('Content-Disposition', `attachment; filename="${name}"`);
  ctx.body = Readable.from(rest(first, { next, end }), { objectMode: false });
};

const headersOf = ({ etag, lastModified, maxAgeSeconds }: Partial<FileDetails>): Record<string, string> => ({
  ...(etag === undefined ? {} : { ETag: etag }),
  ...(lastModified === undefined ? {} : { 'Last-Modified': lastModified.toUTCString() }),
  ...(maxAgeSeconds === undefined ? {} : { 'Cache-Control': `public, max-age=${maxAgeSeconds}` }),
});

type Rest = Readonly<{ next: () => Promise<IteratorResult<Chunk>>; end: () => unknown }>;

async function* rest(first: IteratorResult<Chunk>, { next, end }: Rest): AsyncGenerator<Chunk> {
  try {
    for (let part = first; part.done !== true; part = await next()) if (part.value !== '') yield part.value;
  } finally {
    await end();
  }
}
