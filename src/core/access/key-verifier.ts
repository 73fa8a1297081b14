import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { BearerTokens } from './bearer-tokens.ts';
import { Credential } from './credential.ts';
import type { CredentialCache } from './credential-cache.ts';
import type { CredentialQueries, IsInRanges } from './ports.ts';
import type { Role } from './role.ts';

/** The caller of a token, or why the token is refused. */
export type Verification =
  | Readonly<{ kind: 'accepted'; actor: Actor }>
  | Readonly<{ kind: 'refused'; reason: 'unknown' | 'expired' | 'revoked' | 'session_ended' }>
  /** The token is valid, but not from this address. */
  | Readonly<{ kind: 'ip_not_allowed'; actor: Actor }>;

/** Identifies the caller by the bearer token of a request. */
export interface KeyVerifier {
  /**
   * Accepts any text as the token, and any address.
   * @throws DomainError `unavailable` when the storage cannot be reached.
   */
  verify(token: string, address: string): Promise<Verification>;
  /** Whether `verify` has to read from the storage. */
  needsLookup(token: string): boolean;
}

const CREDENTIALS = ['cpk', 'cpk_pub', 'cps'] as const;

/** Verifies the tokens that this service issues. */
export const makeKeyVerifier = ({
  tokens,
  credentials,
  isInRanges,
  systemClock,
  secondFactorRoles = [],
}: {
  tokens: BearerTokens;
  credentials: Pick<CredentialQueries, 'findByHash'> & Partial<Pick<CredentialCache, 'noteUse' | 'has'>>;
  isInRanges: IsInRanges;
  systemClock: SystemClock;
  /** The roles whose sessions may do nothing until their user has a second factor. */
  secondFactorRoles?: readonly Role[];
}): KeyVerifier => ({
  needsLookup(token) {
    const hash = tokens.hashOf(token, ...CREDENTIALS);
    return hash !== undefined && credentials.has?.(hash) !== true;
  },

  async verify(token, address) {
    const hash = tokens.hashOf(token, ...CREDENTIALS);
    const credential = hash === undefined ? undefined : await credentials.findByHash(hash);
    if (credential === undefined) {
      // an ended session is not stored
      const isSession = tokens.hashOf(token, 'cps') !== undefined;
      return { kind: 'refused', reason: isSession ? 'session_ended' : 'unknown' };
    }
    const state = Credential.stateOf(credential, systemClock.now());
    const { actor } = credential;
    if (state !== 'active') return { kind: 'refused', reason: actor.kind === 'session' ? 'session_ended' : state };
    if (actor.allowedIps !== null && !isInRanges(address, actor.allowedIps)) return { kind: 'ip_not_allowed', actor };
    credentials.noteUse?.(actor);
    const mustEnrol =
      actor.kind === 'session' && !credential.hasSecondFactor && secondFactorRoles.includes(credential.role);
    return { kind: 'accepted', actor: mustEnrol ? { ...actor, mustEnrol } : actor };
  },
});
