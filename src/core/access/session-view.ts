import type { Session } from './session.ts';

/** A session as the API shows it, without its token. */
export type SessionView = Readonly<{
  id: Session['id'];
  object: 'session';
  user_id: Session['userId'];
  /** Whether it is the calling session. */
  current: boolean;
  expires_at: string;
  created_at: string;
  updated_at: string;
}>;

export const sessionView = (session: Session, current: Session['id']): SessionView => ({
  id: session.id,
  object: 'session',
  user_id: session.userId,
  current: session.id === current,
  expires_at: session.expiresAt.toISOString(),
  created_at: session.createdAt.toISOString(),
  updated_at: session.createdAt.toISOString(),
});
