import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import { ApiKey } from './api-key.ts';
import { Role, type UserStatus } from './role.ts';
import { Scope } from './scope.ts';

/** The caller that a bearer token identifies. */
export type Credential = Readonly<{
  actor: Actor;
  /** The user of the session or the owner of the key. */
  ownerId: Id<'usr'>;
  revokedAt: Date | null;
  userStatus: UserStatus;
  role: Role;
  hasSecondFactor: boolean;
  /** Of a session: when it was last used, or else started. */
  usedAt: Date | null;
}>;

/** A key or session as stored, with its user. */
type IssuedCredential = Readonly<{
  kind: 'api_key' | 'publishable_key' | 'session';
  id: Id<'key'> | Id<'ses'>;
  /** The scopes of the key; null for a session, which has all scopes of its user. */
  scopes: readonly Scope[] | null;
  allowedIps: readonly string[] | null;
  allowedOrigins?: readonly string[] | null;
  rateLimit?: RateLimit | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  user: Readonly<{ id: Id<'usr'>; role: Role; permissions: readonly Scope[]; status: UserStatus }>;
  /** Whether the user has an active second factor; false if omitted. */
  hasSecondFactor?: boolean;
  /** Of a session; null if omitted. */
  usedAt?: Date | null;
}>;

export const Credential = {
  /** A key never has more scopes than its user has now. */
  of: ({
    kind,
    id,
    allowedIps,
    allowedOrigins,
    rateLimit,
    expiresAt,
    revokedAt,
    user,
    hasSecondFactor = false,
    usedAt = null,
    ...issued
  }: IssuedCredential): Credential => {
    return {
      actor: {
        kind,
        userId: kind === 'publishable_key' ? null : user.id,
        credentialId: id,
        scopes: scopesOf(kind, issued.scopes, user),
        // a key has only its scopes, no access by ownership
        own: kind === 'session' && user.role === 'customer',
        expiresAt,
        allowedIps,
        ...(allowedOrigins ? { allowedOrigins } : {}),
        ...(rateLimit ? { rateLimit } : {}),
        // set for each request, since credentials are cached
        requestId: null,
      },
      ownerId: user.id,
      revokedAt,
      userStatus: user.status,
      role: user.role,
      hasSecondFactor,
      usedAt,
    };
  },

  stateOf: ({ actor: { expiresAt }, revokedAt, userStatus }: Credential, at: Date): 'active' | 'expired' | 'revoked' =>
    userStatus === 'disabled' ? 'revoked' : ApiKey.stateOf({ expiresAt, revokedAt }, at),
};

const scopesOf = (
  kind: IssuedCredential['kind'],
  scopes: IssuedCredential['scopes'],
  user: IssuedCredential['user'],
): ReadonlySet<Scope> => {
  if (kind === 'publishable_key') return new Set();
  const granted = Role.granted(user);
  return scopes === null ? granted : Scope.within(granted, Scope.known(scopes));
};
