import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { HttpError } from './problem.ts';

/** A list of entity tags (RFC 9110, 8.8.3) or `*`. */
const ETAGS = /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*)\s*$/;

const TAG = /(W\/)?"([^"]*)"/g;

export const etagOf = (version: number): string => `"${version}"`;

/**
 * The versions that `If-Match` accepts; undefined for every version: without the header, or for `*`. The comparison is
 * strong (RFC 9110, 13.1.1): a weak tag matches no version, and neither does a tag that is not a version.
 */
export const expectedVersions = (ifMatch: string | undefined): ExpectedVersions => {
  if (ifMatch === undefined) return undefined;
  requireValidETags('If-Match', ifMatch);
  if (ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(TAG)]
    .filter(([, weak, tag = '']) => weak === undefined && /^[1-9]\d{0,9}$/.test(tag))
    .map(([, , tag]) => Number(tag));
};

/** Whether `If-None-Match` has the tag, so that the response is 304. The comparison is weak (RFC 9110, 13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  requireValidETags('If-None-Match', ifNoneMatch);
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(TAG)].some(([, , tag]) => `"${tag}"` === etag);
};

const requireValidETags = (header: string, value: string): void => {
  if (ETAGS.test(value)) return;
  const message = 'must be * or a list of entity tags such as "3"';
  throw new HttpError(400, 'bad_request', `${header} ${message}`, {
    errors: [{ header, code: 'header.etag', message }],
  });
};
