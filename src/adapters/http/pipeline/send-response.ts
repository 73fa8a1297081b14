import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ReadResponse } from './http-response.ts';
import { isNotModified } from './preconditions.ts';
import type { Encoded } from './response-text.ts';

/** Sends a response, or 304 if the client has it. */
export const sendResponse = (ctx: Context, { status, headers }: ReadResponse, { bytes, content }: Encoded): void => {
  const etag = headers['ETag'];
  ctx.set(headers);
  if (etag !== undefined && isNotModified(ifNoneMatch(ctx), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  if (bytes === 0) return;
  ctx.body = Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false });
  ctx.length = bytes;
};

const ifNoneMatch = (ctx: Context): string | undefined =>
  ctx.method === 'GET' || ctx.method === 'HEAD' ? ctx.req.headers['if-none-match'] : undefined;
