import type { Session } from '#core/access/session.ts';
import type { SessionRepository } from '#core/access/session-repository.ts';
import { SessionRow } from './rows/session.row.ts';
import type { TransactionSession } from './transaction-session.ts';

export class PostgresSessionRepository implements SessionRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: Session['id']) => void;

  constructor(session: TransactionSession, noteChange: (id: Session['id']) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async add(session: Session): Promise<void> {
    this.#session.em.create(SessionRow, session, { persist: true });
    await this.#session.em.flush();
  }

  async remove(id: Session['id']): Promise<void> {
    await this.#session.em.nativeDelete(SessionRow, { id });
    this.#noteChange(id);
  }
}
