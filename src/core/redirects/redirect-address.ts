import type { FieldError } from '#core/shared/domain-error.ts';

/** The greatest length of a path and of a target, percent-encoded. */
export const MAX_ADDRESS = 2_000;

/** Browsers read a backslash as a slash, and drop tabs and line breaks: `/\evil.example` is the host evil.example. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\]/u;

/** An absolute URL without a user, since `https://shop.example@evil.example` is the host evil.example. */
const ABSOLUTE = /^https?:\/\/[^/?#@:\s"<>^`{|}[\]]+(?::\d{1,5})?(?=[/?#]|$)/i;

/** A character that a URL has percent-encoded only. */
const UNENCODED = /%(?![\da-f]{2})|[^!-~]|["<>^`{|}]/giu;

/** Percent-encoded bytes of one character in UTF-8, or else one such byte or a mere percent sign. */
const ENCODED =
  /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4](?:%[89ab][\da-f]){3}|[\da-f]{2})?/gi;

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
  text.replace(ENCODED, (encoded) => {
    if (encoded === '%') return '%25';
    const decoded = decode(encoded);
    return decoded === undefined || delimiters.test(decoded) ? encoded : decoded;
  });

/** Undefined for what is no UTF-8: former web sites encoded in Latin-1 too. */
const decode = (encoded: string): string | undefined => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

/** The root has its slash. */
const withoutSlash = (path: string): string => {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};
