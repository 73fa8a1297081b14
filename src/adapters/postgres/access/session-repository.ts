import type { SessionRepository } from '#core/access/ports.ts';
import type { Session } from '#core/access/session.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { SessionRow, toSession, toSessionRow } from '../tables/sessions.ts';

const REMOVE_ALL_OF = prepare<Pick<Session, 'userId'>>()(($) =>
  db.deleteFrom('sessions').where('user_id', '=', $('userId')).returning('id'),
);

export class PostgresSessionRepository implements SessionRepository {
  readonly #session: TransactionSession;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(session: TransactionSession, noteCredentialChange: (id: string) => void) {
    this.#session = session;
    this.#noteCredentialChange = noteCredentialChange;
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
    this.#noteCredentialChange(id);
  }

  async removeAllOf(userId: Session['userId']): Promise<readonly Session['id'][]> {
    const removed = await this.#session.query(REMOVE_ALL_OF({ userId }));
    this.#noteCredentialChange(userId);
    return removed.map(({ id }) => id);
  }
}
