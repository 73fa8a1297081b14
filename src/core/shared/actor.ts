import type { Id } from './id.ts';

/** Who is calling. What they may do was decided when they were recognised. */
export type Actor = Readonly<{
  kind: 'anonymous' | 'api_key' | 'session' | 'system';
  /** The user on whose account the call runs; null for nobody known and for the service itself. */
  userId: Id<'usr'> | null;
  /** The key or session it was made with. */
  credentialId: Id<'key'> | Id<'ses'> | null;
  scopes: ReadonlySet<string>;
  /** Whether what is their user's own is theirs to see and change where they lack the scope for all of it. */
  own: boolean;
  /** When the credential ends by itself. */
  expiresAt: Date | null;
  /** Where the credential may be used from; null for anywhere. */
  allowedIps: readonly string[] | null;
  /** The request that they call by, as the log names it; null for the service itself. */
  requestId: string | null;
}>;

const nobody = (kind: 'anonymous' | 'system'): Actor => ({
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
  anonymous: nobody('anonymous'),

  /** The service itself. */
  system: nobody('system'),

  /** The user on whose account a recognised caller acts. */
  userOf: ({ kind, userId }: Actor): Id<'usr'> => {
    if (userId === null) throw new TypeError(`Nobody's account stands behind an actor that is ${kind}.`);
    return userId;
  },
};
