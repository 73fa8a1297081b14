// Why: docs/decisions/0025-tags-and-shared-metadata.md

import { hash } from 'node:crypto';
import { HttpError } from '../responses/problem.ts';

/** A list of entity tags (RFC 9110, 8.8.3) or `*`. */
const ETAGS = /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*)\s*$/;

const TAG = /(W\/)?"([^"]*)"/g;

/** The entity tag for a writer who cannot read: the version. */
export const versionTag = (version: number): string => `"${version}"`;

/** The length of a digest in base 64: 128 bits. No version is as long. */
const DIGEST_LENGTH = 22;

/** The entity tag for a reader: a digest of everything shown, so that it reveals nothing else. */
export const digestTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, DIGEST_LENGTH)}"`;

/** What `If-Match` accepts. */
export type Precondition = Readonly<{
  versions: readonly number[];
  /** Entity tags of reads. */
  digests: readonly string[];
}>;

/**
 * What `If-Match` accepts; undefined for everything: without the header, or for `*`. The comparison is strong (RFC 9110,
 * 13.1.1): a weak tag matches nothing.
 */
export const preconditionOf = (ifMatch: string | undefined): Precondition | undefined => {
  if (ifMatch === undefined) return undefined;
  requireValidETags('If-Match', ifMatch);
  if (ifMatch.trim() === '*') return undefined;
  const tags = [...ifMatch.matchAll(TAG)].filter(([, weak]) => weak === undefined).map(([, , tag = '']) => tag);
  return {
    versions: tags.filter((tag) => /^[1-9]\d{0,9}$/.test(tag)).map(Number),
    digests: tags.filter((tag) => tag.length === DIGEST_LENGTH).map((tag) => `"${tag}"`),
  };
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
