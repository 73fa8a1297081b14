/** What is stored of a token: a hash that nobody can turn back. */
export type TokenHash = string & { readonly __brand: 'TokenHash' };

/**
 * A token's kind, told by its prefix: `cpk` for API keys, `cps` for sessions, `cpr` for setting a password anew, `cpv`
 * for proving an e-mail address.
 */
export type TokenKind = 'cpk' | 'cps' | 'cpr' | 'cpv';

/** Makes and reads tokens: a prefix, 256 random bits and a checksum. */
export interface BearerTokens {
  make(kind: TokenKind): { token: string; hash: TokenHash };
  /** The hash that a well-formed token of one of these kinds is stored under; undefined for any other text. */
  hashOf(token: string, ...kinds: readonly TokenKind[]): TokenHash | undefined;
}
