import { pointer } from '../responses/problem.ts';
import { isExact } from './exact-number.ts';

/** The position and reason of a rejected JSON text: `pointer` is RFC 6901, `''` for the whole document. */
export type JsonError = Readonly<{ pointer: string; code: string; message: string }>;

export type StrictJson = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false; error: JsonError }>;

/**
 * A container that is open at the scan's position. Only objects have `keys`; `name` is undefined until the next key.
 */
type Frame = { readonly keys: Set<string> | undefined; name: string | number | undefined };

type Scan = { readonly text: string; readonly mayBreakText: boolean; readonly path: Frame[]; at: number };

const MAX_DEPTH = 32;
/** No valid body contains more values, unless its operation says so. They would block the process for long. */
const MAX_VALUES = 2_000;
const SHOWN_LENGTH = 60;
const NEAR_LENGTH = 16;
const NUL = '\u0000';
const CODES = { quote: 0x22, comma: 0x2c, bracket: 0x5b, backslash: 0x5c, brace: 0x7b };
/** Sticky patterns: they skip a million characters sooner than a loop. */
const NUMBER = /[-+.\deE]+/y;
/** Spaces, and the letters of true, false and null. */
const BETWEEN = /[\sa-z]+/y;
/** The escapes of U+0000 and of surrogates. */
const BREAKING_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const jsonError = (pointer: string, code: string, message: string): JsonError => ({ pointer, code, message });

const failed = (error: JsonError): StrictJson => ({ ok: false, error });

const show = (text: string): string =>
  JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

const pointerTo = (path: readonly Frame[]): string => pointer(path.map(({ name }) => String(name).toWellFormed()));

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

const textError = (text: string): { code: string; reason: string } | undefined => {
  if (text.includes(NUL)) return { code: 'json.nul', reason: 'contains U+0000, which cannot be stored' };
  if (!text.isWellFormed())
    return { code: 'json.surrogate', reason: 'contains half of a surrogate pair (\\ud800 to \\udfff)' };
  return undefined;
};

const isEscaped = (text: string, at: number): boolean => {
  let slash = at;
  while (text.charCodeAt(slash - 1) === CODES.backslash) slash -= 1;
  return (at - slash) % 2 === 1;
};

/** The index of the next quote, or -1. Near ones are found sooner one by one. */
const nextQuote = (text: string, from: number): number => {
  const end = Math.min(from + NEAR_LENGTH, text.length);
  for (let at = from; at < end; at += 1) if (text.charCodeAt(at) === CODES.quote) return at;
  return text.indexOf('"', end);
};

/** The index of the quote that closes the string at `start`. */
const closingQuote = (text: string, start: number): number => {
  let end = nextQuote(text, start + 1);
  while (isEscaped(text, end)) end = nextQuote(text, end + 1);
  return end;
};

/** How often a text contains a character, up to a limit. */
const occurrences = (text: string, char: string, limit: number): number => {
  let count = 0;
  for (let at = text.indexOf(char); at !== -1 && count < limit; at = text.indexOf(char, at + 1)) count += 1;
  return count;
};

/** Whether a text has too many values. It counts commas and opening brackets outside strings, before it is parsed. */
const hasTooManyValues = (text: string, maxValues: number): boolean => {
  const withinStringsToo = [',', '{', '['].reduce((sum, char) => sum + occurrences(text, char, maxValues), 1);
  if (withinStringsToo <= maxValues) return false;
  let count = 1;
  for (let at = 0; at < text.length && count <= maxValues; at += 1) {
    const char = text.charCodeAt(at);
    if (char === CODES.quote) {
      at = closingQuote(text, at);
      // JSON.parse reports the string that does not end
      if (at === -1) return false;
    } else if (char === CODES.comma || char === CODES.brace || char === CODES.bracket) count += 1;
  }
  return count > maxValues;
};

const keyError = (path: readonly Frame[], keys: Set<string>, key: string): JsonError | undefined => {
  if (keys.has(key)) return jsonError(pointerTo(path), 'json.duplicate_key', `the key ${show(key)} is duplicated`);
  keys.add(key);
  if (key === '__proto__')
    return jsonError(pointerTo(path), 'json.forbidden_key', 'the key "__proto__" is not allowed');
  const broken = textError(key);
  return broken && jsonError(pointerTo(path), broken.code, `the key ${show(key)} ${broken.reason}`);
};

const readString = (scan: Scan): JsonError | undefined => {
  const start = scan.at;
  const end = closingQuote(scan.text, start);
  scan.at = end + 1;
  const frame = scan.path.at(-1);
  const isKey = frame?.keys !== undefined && frame.name === undefined;
  // after strict UTF-8 and JSON.parse, only escapes can produce such characters
  if (!isKey && !scan.mayBreakText) return undefined;
  const raw = scan.text.slice(start + 1, end);
  const value = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
  if (isKey) {
    frame.name = value;
    return keyError(scan.path, frame.keys, value);
  }
  const broken = textError(value);
  return broken && jsonError(pointerTo(scan.path), broken.code, `the string ${broken.reason}`);
};

/** Moves behind what a sticky pattern matches. @returns whether it matches. */
const skip = (scan: Scan, pattern: RegExp): boolean => {
  pattern.lastIndex = scan.at;
  const matches = pattern.test(scan.text);
  if (matches) scan.at = pattern.lastIndex;
  return matches;
};

const readNumber = (scan: Scan): JsonError | undefined => {
  const start = scan.at;
  skip(scan, NUMBER);
  const literal = scan.text.slice(start, scan.at);
  if (isExact(literal)) return undefined;
  const shown = literal.length > SHOWN_LENGTH ? `${literal.slice(0, SHOWN_LENGTH)}…` : literal;
  return jsonError(
    pointerTo(scan.path),
    'json.number',
    `the number ${shown} cannot be represented exactly as a 64-bit float`,
  );
};

const open = (scan: Scan, frame: Frame): JsonError | undefined => {
  if (scan.path.length === MAX_DEPTH) {
    return jsonError(pointerTo(scan.path), 'json.depth', `objects and arrays may be nested at most ${MAX_DEPTH} deep`);
  }
  scan.path.push(frame);
  scan.at += 1;
  return undefined;
};

const close = (scan: Scan): undefined => {
  scan.path.pop();
  scan.at += 1;
};

const nextMember = (scan: Scan): undefined => {
  const frame = scan.path.at(-1);
  if (frame !== undefined) frame.name = typeof frame.name === 'number' ? frame.name + 1 : undefined;
  scan.at += 1;
};

const readToken = (scan: Scan): JsonError | undefined => {
  switch (scan.text.charAt(scan.at)) {
    case '"':
      return readString(scan);
    case '{':
      return open(scan, { keys: new Set(), name: undefined });
    case '[':
      return open(scan, { keys: undefined, name: 0 });
    case '}':
    case ']':
      return close(scan);
    case ',':
      return nextMember(scan);
    case ':':
      scan.at += 1;
      return undefined;
    default:
      return skip(scan, BETWEEN) ? undefined : readNumber(scan);
  }
};

/** `text` must have passed JSON.parse: the syntax is not checked again. */
const findError = (text: string): JsonError | undefined => {
  const scan: Scan = { text, mayBreakText: BREAKING_ESCAPE.test(text), path: [], at: 0 };
  while (scan.at < text.length) {
    const found = readToken(scan);
    if (found !== undefined) return found;
  }
  return undefined;
};

const parse = (text: string): StrictJson => {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return failed(jsonError('', 'json.syntax', syntaxErrorOf((error as SyntaxError).message)));
  }
};

/** V8's message as a clause, without the input that it quotes. */
const syntaxErrorOf = (message: string): string => {
  const [, token] = /^Unexpected token (.+?), .* is not valid JSON$/s.exec(message) ?? [];
  if (token !== undefined) return `unexpected ${token}`;
  if (message.endsWith(' is not valid JSON')) return 'unexpected text';
  const clause = message
    .replace('non-whitespace character after JSON', 'character after the value in JSON')
    .replace(/ in JSON at position \d+ \((line \d+ column \d+)\)$/, ' at $1')
    .replace(' of JSON input', '');
  return clause.charAt(0).toLowerCase() + clause.slice(1);
};

/**
 * Parses a body like JSON.parse and rejects what JSON.parse silently accepts or changes: invalid UTF-8, a byte order
 * mark, nesting deeper than 32, duplicate keys, the key `__proto__`, U+0000 and lone surrogates, and numbers that a
 * double cannot represent. Rejects too many values. Never throws; reports the first error. Linear in the length
 * of `bytes`.
 */
export const parseStrictJson = (bytes: Uint8Array, maxValues = MAX_VALUES): StrictJson => {
  const text = decode(bytes);
  if (text === undefined) return failed(jsonError('', 'json.encoding', 'the body is not valid UTF-8'));
  if (text.startsWith('\ufeff')) {
    return failed(jsonError('', 'json.encoding', 'the body starts with a byte order mark; send it without one'));
  }
  if (text.trim() === '') return failed(jsonError('', 'json.empty', 'it is empty'));
  if (hasTooManyValues(text, maxValues)) {
    return failed(jsonError('', 'json.values', `the body may contain at most ${maxValues} values`));
  }
  const parsed = parse(text);
  const found = parsed.ok ? findError(text) : undefined;
  return found === undefined ? parsed : failed(found);
};
