import { CSV, csvTable, type Table } from './csv.ts';
import { digestTag, versionTag } from './preconditions.ts';
import type { ApiResponse, PageResponse } from './route.ts';

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

/** The response of a read: the entity tag of a resource is a digest of what is shown. */
export const toReadResponse = (response: ApiResponse | PageResponse): ReadResponse => {
  if ('parts' in response) return { status: 200, headers: pageHeaders(response), body: response.parts };
  const { version, hasETag = version !== undefined, ...rest } = response;
  const { status, headers, body } = toHttpResponse(rest);
  return httpResponse(status, body, hasETag ? { ...headers, ETag: digestTag(body) } : headers);
};

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

export const toHttpResponse = ({ status, body, version, location }: ApiResponse): HttpResponse => {
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': JSON_TYPE };
  if (version !== undefined) headers['ETag'] = versionTag(version);
  if (location !== undefined) headers['Location'] = location;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return httpResponse(status, body === undefined ? '' : text, headers);
};
