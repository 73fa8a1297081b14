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
  }>;

export const MAX_USER_AGENT_LENGTH = 300;

const TOKEN_LIFETIME_MS = 12 * 60 * 60 * 1000;

export const Session = {
  start: ({ at, ...given }: Pick<Session, 'id' | 'userId' | 'hash'> & Device & { at: Date }): Session => ({
    ...given,
    userAgent: given.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS),
  }),
};
