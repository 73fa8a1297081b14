import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { TokenHash, TokenKind, Tokens } from '#core/access/tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 43 characters hold 256 bits in base 62, 6 the CRC-32 of all that stands before them. */
const TOKEN = /^((cp[krsv])_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

const checksum = (text: string): string => base62(BigInt(crc32(text)), 6);

// the token is 256 random bits, so a fast hash is as good as a slow one, and every request pays for it
const digest = (token: string): TokenHash => hash('sha256', token, 'base64url') as TokenHash;

/** Tokens that a secret scanner knows by their prefix and tells from random text by their checksum. */
export const bearerTokens: Tokens = {
  make(kind) {
    const text = `${kind}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
    const token = text + checksum(text);
    return { token, hash: digest(token) };
  },

  hashOf(token, ...kinds) {
    const [, text, kind, check] = TOKEN.exec(token) ?? [];
    if (text === undefined || !kinds.includes(kind as TokenKind)) return undefined;
    return checksum(text) === check ? digest(token) : undefined;
  },
};
