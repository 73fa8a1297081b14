/** What is stored of a token: a hash that nobody can turn back. */
export type TokenHash = string & { readonly __brand: 'TokenHash' };

/** A token's kind, told by its prefix: `cpk` for API keys, `cps` for sessions. */
type TokenKind = 'cpk' | 'cps';

/** Makes and reads bearer tokens: a prefix, 256 random bits and a checksum. */
export interface Tokens {
  make(kind: TokenKind): { token: string; hash: TokenHash };
  /** The hash that a well-formed token is stored under; undefined for any other text. */
  hashOf(token: string): TokenHash | undefined;
}
