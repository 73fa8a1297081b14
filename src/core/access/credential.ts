import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { ApiKey } from './api-key.ts';
import { Role } from './role.ts';
import { Scope } from './scope.ts';
import type { UserStatus } from './user-status.ts';

/** The caller that a bearer token identifies. */
export type Credential = Readonly<{
  actor: Actor;
  revokedAt: Date | null;
  userStatus: UserStatus;
}>;

/** A key or session as stored, with its user. */
type IssuedCredential = Readonly<{
  kind: 'api_key' | 'session';
  id: Id<'key'> | Id<'ses'>;
  /** The scopes of the key; null for a session, which has all scopes of its user. */
  scopes: readonly Scope[] | null;
  allowedIps: readonly string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  user: Readonly<{ id: Id<'usr'>; role: Role; permissions: readonly Scope[]; status: UserStatus }>;
}>;

export const Credential = {
  /** A key never has more scopes than its user has now. */
  of: ({ kind, id, scopes, allowedIps, expiresAt, revokedAt, user }: IssuedCredential): Credential => {
    const userScopes = Role.granted(user);
    const effective = scopes === null ? userScopes : Scope.within(userScopes, Scope.known(scopes));
    return {
      actor: {
        kind,
        userId: user.id,
        credentialId: id,
        scopes: effective,
        // a key has only its scopes, no access by ownership
        own: kind === 'session' && user.role === 'customer',
        expiresAt,
        allowedIps,
        // set for each request, since credentials are cached
        requestId: null,
      },
      revokedAt,
      userStatus: user.status,
    };
  },

  stateOf: ({ actor: { expiresAt }, revokedAt, userStatus }: Credential, at: Date): 'active' | 'expired' | 'revoked' =>
    userStatus === 'disabled' ? 'revoked' : ApiKey.stateOf({ expiresAt, revokedAt }, at),
};
