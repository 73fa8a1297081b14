import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { CSV, csvTable, type Table } from '../request/csv.ts';
import { digestTag, isNotModified, versionTag } from '../request/preconditions.ts';
import type { ApiResponse, PageResponse } from '../routing/route.ts';
import type { Encoded } from './response-text.ts';

/** A response as it is sent. */
export type HttpResponse = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

const JSON_TYPE = 'application/json; charset=utf-8';

export const httpResponse = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): HttpResponse => ({
  status,
  body,
  headers,
});

/** The response of a read; the body of a page is in parts. */
export type ReadResponse = Omit<HttpResponse, 'body'> & Readonly<{ body: string | readonly string[] }>;

export const toReadResponse = (response: ApiResponse | PageResponse): ReadResponse =>
  'parts' in response
    ? { status: 200, headers: pageHeaders(response), body: response.parts }
    : toHttpResponse(response);

export const toTableResponse = async (table: Table): Promise<ReadResponse> => ({
  status: 200,
  headers: {
    'Content-Type': `${CSV}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${table.name}"`,
  },
  body: await csvTable(table),
});

const pageHeaders = ({ next }: PageResponse): HttpResponse['headers'] => ({
  'Content-Type': JSON_TYPE,
  ...(next === null ? {} : { Link: `<${next}>; rel="next"` }),
});

export const toHttpResponse = (response: ApiResponse): HttpResponse => {
  const { status, body, version, hasETag = version !== undefined, location } = response;
  const text = body === undefined ? '' : textOf(body);
  return httpResponse(status, text, {
    ...(body === undefined ? {} : { 'Content-Type': JSON_TYPE }),
    ...(hasETag ? { ETag: entityTag(response, text) } : {}),
    ...(location === undefined ? {} : { Location: location }),
  });
};

const textOf = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body));

const entityTag = ({ version = 0, shown }: ApiResponse, text: string): string => {
  if (shown === null) return versionTag(version);
  return digestTag(shown === undefined ? text : textOf(shown));
};

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
