import type { Session } from './session.ts';

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
