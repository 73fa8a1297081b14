import type { Session } from '#core/access/session.ts';
import type { SessionRepository } from '#core/access/session-repository.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { SessionRow, toSession, toSessionRow } from '../tables/sessions.ts';

export class PostgresSessionRepository implements SessionRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: string) => void;

  constructor(session: TransactionSession, noteChange: (id: string) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async find(id: Session['id']): Promise<Session | undefined> {
    const row = await this.#session.em.findOne(SessionRow, { id });
    return row === null ? undefined : toSession(row);
  }

  async add(session: Session): Promise<void> {
    this.#session.em.create(SessionRow, toSessionRow(session), { persist: true });
    await this.#session.em.flush();
  }

  async remove(id: Session['id']): Promise<void> {
    await this.#session.em.nativeDelete(SessionRow, { id });
    this.#noteChange(id);
  }

  async removeAllOf(userId: Session['userId']): Promise<void> {
    await this.#session.em.nativeDelete(SessionRow, { user_id: userId });
    this.#noteChange(userId);
  }
}
