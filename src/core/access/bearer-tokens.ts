/** The irreversible hash of a token, which is stored. */
export type TokenHash = string & { readonly __brand: 'TokenHash' };

/** A token's kind and prefix: `cpk` API key, `cps` session, `cpr` password reset, `cpv` e-mail verification. */
export type TokenKind = 'cpk' | 'cps' | 'cpr' | 'cpv';

/** Creates and reads tokens: a prefix, 256 random bits and a checksum. */
export interface BearerTokens {
  make(kind: TokenKind): { token: string; hash: TokenHash };
  /** The hash of a well-formed token of one of these kinds; undefined for any other text. */
  hashOf(token: string, ...kinds: readonly TokenKind[]): TokenHash | undefined;
}
