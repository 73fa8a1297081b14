import { etagOf } from './preconditions.ts';
import type { ApiResponse } from './route.ts';

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

export const toHttpResponse = ({ status, body, version, location, next }: ApiResponse): HttpResponse => {
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': JSON_TYPE };
  if (version !== undefined) headers['ETag'] = etagOf(version);
  if (location !== undefined) headers['Location'] = location;
  if (next !== undefined && next !== null) headers['Link'] = `<${next}>; rel="next"`;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return httpResponse(status, body === undefined ? '' : text, headers);
};
