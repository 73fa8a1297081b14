import type { FieldError } from '#core/shared/domain-error.ts';

/** The greatest length of a path and of a target, percent-encoded. */
export const MAX_ADDRESS = 2_000;

/** Browsers read a backslash as a slash, and drop tabs and line breaks: `/\evil.example` is the host evil.example. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\]/u;

/** An absolute URL without a user, since `https://shop.example@evil.example` is the host evil.example. */
const ABSOLUTE = /^https?:\/\/[^/?#@:\s"<>^`{|}[\]]+(?::\d{1,5})?(?=[/?#]|$)/i;

/** A character that a URL has percent-encoded only. */
const UNENCODED = /%(?![\da-f]{2})|[^!-~]|["<>^`{|}]/giu;

const TAIL = '%[89ab][\\da-f]';

/** The bytes of a character in UTF-8 (Unicode, table 3-7), behind the first percent sign. */
const CHARACTER = [
  '[0-7][\\da-f]',
  `(?:c[2-9a-f]|d[\\da-f])${TAIL}`,
  `e0%[ab][\\da-f]${TAIL}`,
  `e[1-9a-cef](?:${TAIL}){2}`,
  `ed%[89][\\da-f]${TAIL}`,
  `f0%[9ab][\\da-f](?:${TAIL}){2}`,
  `f[1-3](?:${TAIL}){3}`,
  `f4%8[\\da-f](?:${TAIL}){2}`,
].join('|');

/** An encoded character, or a mere percent sign. Other bytes stay: former web sites encoded in Latin-1 too. */
const ENCODED = new RegExp(`%(?:(${CHARACTER})|(?![\\da-f]{2}))`, 'gi');

/** What would mean something else in a path if it were not encoded. */
const DELIMITERS_OF_PATH = /[/?#%\\\p{Cc}]/u;

const DELIMITERS_OF_QUERY = /[#%&=+\p{Cc}]/u;

type Field = 'path' | 'target';

/** The former path of a page, with its query string; of a URL, the part behind the host. Or the error of the field. */
export const redirectPath = (text: string): string | FieldError => {
  const trimmed = text.trim();
  const [origin = ''] = ABSOLUTE.exec(trimmed) ?? [];
  const rest = trimmed.slice(origin.length);
  const path = origin === '' || rest.startsWith('/') ? rest : `/${rest}`;
  if (!isLocal(path)) return patternError('path', 'must be a path such as /old-page, or an http or https URL');
  if (path.includes('#')) return patternError('path', 'must not have a fragment: browsers do not send what follows #');
  return checked('path', path, path);
};

/** Where a redirect leads to, percent-encoded: a path of the same site, or an http or https URL. Or the field's error. */
export const redirectTarget = (text: string): string | FieldError => {
  const trimmed = text.trim();
  return isLocal(trimmed) || ABSOLUTE.test(trimmed)
    ? checked('target', trimmed, percentEncode(trimmed))
    : patternError('target', 'must be a path that begins with one /, such as /new-page, or an http or https URL');
};

/**
 * What paths are compared by: neither case nor slashes at the end make a difference, nor which characters are
 * percent-encoded, unless they would mean something else. A query string belongs to the path.
 */
export const pathKeyOf = (path: string): string => {
  const start = path.indexOf('?');
  const [pathname, query] = start < 0 ? [path, ''] : [path.slice(0, start), path.slice(start + 1)];
  const key = withoutSlash(percentDecode(pathname, DELIMITERS_OF_PATH));
  const suffix = query === '' ? '' : `?${percentDecode(query, DELIMITERS_OF_QUERY)}`;
  return `${key}${suffix}`.normalize('NFC').toLowerCase().normalize('NFC');
};

/** The key of the path to which a target leads on the same site; null for a URL. */
export const targetKeyOf = (target: string): string | null =>
  target.startsWith('/') ? pathKeyOf(target.replace(/#.*$/, '')) : null;

/** The key of a path that a visitor requests; undefined if no redirect can have it. */
export const requestedKeyOf = (text: string): string | undefined => {
  const path = redirectPath(text);
  return typeof path === 'string' ? pathKeyOf(path) : undefined;
};

const isLocal = (text: string): boolean => text.startsWith('/') && !text.startsWith('//');

const checked = (field: Field, text: string, stored: string): string | FieldError => {
  if (text.length > MAX_ADDRESS) return tooLong(field);
  if (UNSAFE.test(text)) return patternError(field, 'must not have control characters and backslashes');
  return percentEncode(text).length > MAX_ADDRESS ? tooLong(field) : stored;
};

const patternError = (field: Field, message: string): FieldError => ({
  path: [field],
  code: 'string.pattern.base',
  message,
});

const tooLong = (field: Field): FieldError => ({
  path: [field],
  code: 'string.max',
  message: `must have at most ${MAX_ADDRESS} characters, percent-encoded`,
});

/** What is encoded already stays. */
const percentEncode = (text: string): string => text.replace(UNENCODED, encodeURIComponent);

const percentDecode = (text: string, delimiters: RegExp): string =>
  text.replace(ENCODED, (encoded, bytes?: string) => {
    if (bytes === undefined) return '%25';
    const character = decodeURIComponent(encoded);
    return delimiters.test(character) ? encoded : character;
  });

/** The root has its slash. */
const withoutSlash = (path: string): string => {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};
