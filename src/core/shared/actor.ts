import type { Id } from './id.ts';

/** The caller. Its scopes were determined at authentication. */
export type Actor = Readonly<{
  kind: 'anonymous' | 'api_key' | 'session' | 'system';
  /** The user of the call; null for anonymous callers and the service itself. */
  userId: Id<'usr'> | null;
  /** The key or session of the call. */
  credentialId: Id<'key'> | Id<'ses'> | null;
  scopes: ReadonlySet<string>;
  /** Whether it may access its user's own resources without the scope. */
  own: boolean;
  /** When the credential expires. */
  expiresAt: Date | null;
  /** The allowed address ranges of the credential; null for any. */
  allowedIps: readonly string[] | null;
  /** The request id; null for the service itself. */
  requestId: string | null;
}>;

const noUser = (kind: 'anonymous' | 'system'): Actor => ({
  kind,
  userId: null,
  credentialId: null,
  scopes: new Set(),
  own: false,
  expiresAt: null,
  allowedIps: null,
  requestId: null,
});

export const Actor = {
  anonymous: noUser('anonymous'),

  /** The service itself. */
  system: noUser('system'),

  /** The user of an authenticated caller. */
  userOf: ({ kind, userId }: Actor): Id<'usr'> => {
    if (userId === null) throw new TypeError(`There is no user behind an actor of kind ${kind}.`);
    return userId;
  },
};
