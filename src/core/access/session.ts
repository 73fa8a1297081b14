import type { Id } from '#core/shared/id.ts';
import type { TokenHash } from './bearer-tokens.ts';

/** What a person recognizes a session by: the browser or program that signed in, and its address. */
export type Device = Readonly<{
  /** The beginning of the `User-Agent`; null if none was sent. */
  userAgent: string | null;
  /** Null if a proxy forwards none. */
  ip: string | null;
}>;

/** A signed-in user on one device. */
export type Session = Device &
  Readonly<{
    id: Id<'ses'>;
    userId: Id<'usr'>;
    hash: TokenHash;
    createdAt: Date;
    expiresAt: Date;
    /** Recorded once a minute at most; null before the first use. */
    lastUsedAt: Date | null;
  }>;

export const MAX_USER_AGENT_LENGTH = 300;

const TOKEN_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** Much longer than a credential is cached, since a use is recorded once a minute. */
const IDLE_MS = 2 * 60 * 60 * 1000;

export const Session = {
  start: ({ at, ...given }: Pick<Session, 'id' | 'userId' | 'hash'> & Device & { at: Date }): Session => ({
    ...given,
    userAgent: given.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    createdAt: at,
    lastUsedAt: null,
    expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS),
  }),

  /** Whether a session has ended because nobody has used it; `usedAt` is null for what is no session. */
  isIdle: ({ usedAt }: Readonly<{ usedAt: Date | null }>, at: Date): boolean =>
    usedAt !== null && usedAt <= Session.idleSince(at),

  /** A session has ended that was used at this time at last, or before. */
  idleSince: (at: Date): Date => new Date(at.getTime() - IDLE_MS),
};

/** A session as the API shows it, without its token. */
export type SessionView = Readonly<{
  id: Session['id'];
  object: 'session';
  user_id: Session['userId'];
  /** Whether it is the calling session. */
  current: boolean;
  user_agent: string | null;
  ip: string | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
}>;

/** @param current The session of the caller; null for a key. */
export const sessionView = (session: Session, current: Session['id'] | null): SessionView => ({
  id: session.id,
  object: 'session',
  user_id: session.userId,
  current: session.id === current,
  user_agent: session.userAgent,
  ip: session.ip,
  expires_at: session.expiresAt.toISOString(),
  created_at: session.createdAt.toISOString(),
  updated_at: session.createdAt.toISOString(),
});
