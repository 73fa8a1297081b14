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

const NOBODY = {
  userId: null,
  credentialId: null,
  scopes: new Set<string>(),
  own: false,
  expiresAt: null,
  allowedIps: null,
  requestId: null,
} as const;

export const Actor = {
  anonymous: { ...NOBODY, kind: 'anonymous' } satisfies Actor as Actor,

  /** The service itself. */
  system: { ...NOBODY, kind: 'system' } satisfies Actor as Actor,

  /** The user on whose account a recognised caller acts. */
  userOf: ({ kind, userId }: Actor): Id<'usr'> => {
    if (userId === null) throw new TypeError(`An ${kind} actor has no account.`);
    return userId;
  },
};
