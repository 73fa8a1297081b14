import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { Credential } from './credential.ts';
import type { CredentialQueries } from './credential-queries.ts';
import type { Tokens } from './tokens.ts';

/** Who a token says is calling, or why it says nothing. */
export type Verification =
  | Readonly<{ kind: 'accepted'; actor: Actor }>
  | Readonly<{ kind: 'refused'; reason: 'unknown' | 'expired' | 'revoked' }>;

/** Tells who is calling by the bearer token of a request. */
export interface KeyVerifier {
  /** Any text at all may be asked about. @throws DomainError `unavailable` when it cannot be known now. */
  verify(token: string): Promise<Verification>;
}

/** Verifies the tokens that this service issues itself. */
export const makeKeyVerifier = ({
  tokens,
  credentials,
  clock,
}: {
  tokens: Tokens;
  credentials: Pick<CredentialQueries, 'findByHash'>;
  clock: Clock;
}): KeyVerifier => ({
  async verify(token) {
    const hash = tokens.hashOf(token);
    const credential = hash === undefined ? undefined : await credentials.findByHash(hash);
    if (credential === undefined) return { kind: 'refused', reason: 'unknown' };
    const state = Credential.stateOf(credential, clock.now());
    if (state !== 'active') return { kind: 'refused', reason: state };
    return { kind: 'accepted', actor: credential.actor };
  },
});
