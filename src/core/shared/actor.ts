import type { Id } from './id.ts';

/** Who is calling. What they may do was decided when they were recognised. */
export type Actor = Readonly<{
  kind: 'api_key' | 'session' | 'system';
  /** The user on whose account the call runs; null for the service itself. */
  userId: Id<'usr'> | null;
  /** The key or session it was made with. */
  credentialId: Id<'key'> | Id<'ses'> | null;
  scopes: ReadonlySet<string>;
  /** When the credential ends by itself. */
  expiresAt: Date | null;
}>;
