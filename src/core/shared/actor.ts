// Why: docs/decisions/0008-permissions.md

import { Id } from './id.ts';
import type { RateLimit } from './rate-limiter.ts';

/**
 * The caller. Its scopes were determined at authentication. A publishable key is in the source of a page, so that its
 * caller is any visitor: without a user and without scopes.
 */
export type Actor = Readonly<{
  kind: 'anonymous' | 'api_key' | 'publishable_key' | 'session' | 'system';
  /** The user of the call; null for visitors and the service itself. */
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
  /** The origins whose pages may use the credential; any if omitted. */
  allowedOrigins?: readonly string[];
  /** A keyed digest of the network from which a request writes; none for what only reads, and for the service itself. */
  client?: string;
  /** The only order that a guest may access, by an order token. */
  order?: Readonly<{ id: Id<'ord'>; mayWrite: boolean }>;
  /** The only invoice that the holder of a payment link may pay. */
  invoice?: Readonly<{ id: Id<'inv'> }>;
  /** The only cart that a guest may access, by its token. */
  cart?: Readonly<{ id: Id<'cart'> }>;
  /** The only checkout that a visitor may access, by its token. */
  checkout?: Readonly<{ id: Id<'chk'> }>;
  /** The rate limit of the credential itself; the service's if omitted. */
  rateLimit?: RateLimit;
  /** Whether the user must add a second factor before anything else. */
  mustEnrol?: true;
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

  /** Whether the caller may be anybody, so that nothing is known of them but their address. */
  isVisitor: ({ kind }: Actor): boolean => kind === 'anonymous' || kind === 'publishable_key',

  /** The calling session. */
  sessionOf: ({ kind, credentialId }: Actor): Id<'ses'> => {
    if (credentialId === null || !Id.is('ses', credentialId))
      throw new TypeError(`An actor of kind ${kind} has no session.`);
    return credentialId;
  },
};

/**
 * The client that what a caller causes counts for, such as mails and unpaid orders; null for the staff and the service itself.
 * Scopes are given by the shop: who has any is of the staff.
 */
export const countedClient = ({ scopes, client }: Actor): string | null => (scopes.size > 0 ? null : (client ?? null));

/** Who did something, as it is recorded with it. */
export type Author = Pick<Actor, 'kind' | 'userId' | 'credentialId'>;

/** An author as the API shows it. */
export type ActorView = Readonly<{ kind: string; user_id: string | null; credential_id: string | null }>;

export const actorView = ({ kind, userId, credentialId }: Author): ActorView => ({
  kind,
  user_id: userId,
  credential_id: credentialId,
});
