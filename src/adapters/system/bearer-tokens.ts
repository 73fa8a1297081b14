import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { BearerTokens, TokenHash, TokenKind } from '#core/access/bearer-tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 43 characters hold 256 bits in base 62, and 6 the CRC-32 of everything before. */
const TOKEN = /^((?:cp[ikorsv]|cpk_pub)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

/** Like `base62` with six characters, without a big integer, since every request pays for it. */
const checksum = (text: string): string => {
  let rest = crc32(text);
  let written = '';
  for (let index = 0; index < 6; index += 1) {
    written = ALPHABET.charAt(rest % 62) + written;
    rest = Math.floor(rest / 62);
  }
  return written;
};

// a fast hash is safe for 256 random bits, and every request pays for it
const digest = (token: string): TokenHash => hash('sha256', token, 'base64url') as TokenHash;

/** Recent tokens: checking and hashing is most of the cost of authentication, and tokens repeat. */
const known = new LRUCache<string, TokenHash>({ max: 1_000 });

/** Tokens that secret scanners recognize by prefix and checksum. */
export const bearerTokens: BearerTokens = {
  make(kind) {
    const text = `${kind}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
    const token = text + checksum(text);
    return { token, hash: digest(token) };
  },

  hashOf(token, ...kinds) {
    if (!kinds.includes(token.slice(0, Math.max(0, token.lastIndexOf('_'))) as TokenKind)) return undefined;
    const before = known.get(token);
    if (before !== undefined) return before;
    const [, text, check] = TOKEN.exec(token) ?? [];
    if (text === undefined || checksum(text) !== check) return undefined;
    const hashed = digest(token);
    known.set(token, hashed);
    return hashed;
  },
};
