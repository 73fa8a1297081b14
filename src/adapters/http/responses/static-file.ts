import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';
import { isNotModified } from '../request/preconditions.ts';
import type { RequestState } from '../request/request-state.ts';

/** A file that the service sends as it is. */
export type StaticFile = Readonly<{ body: Buffer; type: string; etag: string }>;

export const staticFile = (content: string | Buffer, type: string): StaticFile => {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return { body, type, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
};

type Encoding = 'br' | 'gzip';

/** A file, also compressed. Its entity tag is that of the uncompressed bytes. */
export type EncodedFile = StaticFile & Readonly<{ encodings: Readonly<Partial<Record<Encoding, Buffer>>> }>;

/** The best, 11, takes 16 times as long for the OpenAPI document, which it makes 10 % smaller. */
const BROTLI_QUALITY = 9;

/** Compresses a file once, so that its responses only send what is ready. */
export const compressed = async (file: StaticFile): Promise<EncodedFile> => {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(file.body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { ...file, encodings: { br, gzip: gz } };
};

/** For files that change with the version of the service: it is seen within five minutes. */
export const CACHING = 'public, max-age=300';

/** Sends the bytes that the client prefers, or 304 if it has them. */
export const sendFile = (
  ctx: Koa.ParameterizedContext<RequestState>,
  { body, type, etag, encodings }: EncodedFile,
): void => {
  ctx.vary('Accept-Encoding');
  const chosen = ctx.acceptsEncodings([...Object.keys(encodings), 'identity']);
  const encoded = chosen === 'br' || chosen === 'gzip' ? encodings[chosen] : undefined;
  // other bytes need another entity tag
  const tag = encoded === undefined ? etag : `${etag.slice(0, -1)}-${chosen}"`;
  ctx.set('ETag', tag);
  if (isNotModified(ctx.req.headers['if-none-match'], tag)) {
    ctx.status = 304;
    return;
  }
  if (encoded !== undefined) ctx.set('Content-Encoding', String(chosen));
  ctx.type = type;
  ctx.body = encoded ?? body;
};
