import { etagOf } from './preconditions.ts';
import type { Answer } from './route.ts';

/** An answer as it goes over the wire. */
export type Rendered = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

const JSON_TYPE = 'application/json; charset=utf-8';

export const rendered = (status: number, body: string, headers: Readonly<Record<string, string>>): Rendered => ({
  status,
  body,
  headers,
});

export const render = ({ status, body, version, location, next }: Answer): Rendered => {
  const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': JSON_TYPE };
  if (version !== undefined) headers['ETag'] = etagOf(version);
  if (location !== undefined) headers['Location'] = location;
  if (next !== undefined && next !== null) headers['Link'] = `<${next}>; rel="next"`;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return rendered(status, body === undefined ? '' : text, headers);
};
