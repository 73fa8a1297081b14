/** The one-way hash under which a token is stored. */
export type TokenHash = string & { readonly __brand: 'TokenHash' };

/**
 * The kind of a token is its prefix: `cpk` for secret API keys, `cpk_pub` for publishable ones, `cpo` for guests' orders, `cps` for sessions, `cpr` for password resets, `cpi` for invitations, `cpv` for e-mail
 * verifications.
 */
export type TokenKind = 'cpk' | 'cpk_pub' | 'cpo' | 'cps' | 'cpr' | 'cpi' | 'cpv';

/** Generates and parses tokens: a prefix, 256 random bits and a checksum. */
export interface BearerTokens {
  make(kind: TokenKind): { token: string; hash: TokenHash };
  /** The hash of a well-formed token of one of the kinds; undefined for any other text. */
  hashOf(token: string, ...kinds: readonly TokenKind[]): TokenHash | undefined;
}
