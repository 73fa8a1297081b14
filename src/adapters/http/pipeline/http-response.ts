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
