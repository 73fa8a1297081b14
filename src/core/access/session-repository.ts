import type { Id } from '#core/shared/id.ts';
import type { Session } from './session.ts';

/** Writes sessions. A removed session is invalidated in every process's cache after the commit. */
export interface SessionRepository {
  find(id: Id<'ses'>): Promise<Session | undefined>;
  add(session: Session): Promise<void>;
  /** Ends a session; idempotent. */
  remove(id: Id<'ses'>): Promise<void>;
  /** Ends all sessions of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly Id<'ses'>[]>;
}
