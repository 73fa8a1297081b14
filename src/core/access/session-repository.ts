import type { Id } from '#core/shared/id.ts';
import type { Session } from './session.ts';

/** The sessions, for writing. Every process's memory of a session that is removed ends with the commit. */
export interface SessionRepository {
  find(id: Id<'ses'>): Promise<Session | undefined>;
  add(session: Session): Promise<void>;
  /** Ends a session; one that is gone already stays so. */
  remove(id: Id<'ses'>): Promise<void>;
  /** Ends all sessions of a user. */
  removeAllOf(userId: Id<'usr'>): Promise<void>;
}
