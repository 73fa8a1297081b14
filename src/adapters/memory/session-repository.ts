import type { Session } from '#core/access/session.ts';
import type { SessionRepository } from '#core/access/session-repository.ts';
import type { TableChanges } from './memory-table.ts';

export class MemorySessionRepository implements SessionRepository {
  readonly #sessions: TableChanges<Session['id'], Session>;
  readonly #noteChange: (id: Session['id']) => void;

  constructor(sessions: TableChanges<Session['id'], Session>, noteChange: (id: Session['id']) => void) {
    this.#sessions = sessions;
    this.#noteChange = noteChange;
  }

  async add(session: Session): Promise<void> {
    this.#sessions.set(session.id, session);
  }

  async remove(id: Session['id']): Promise<void> {
    this.#sessions.delete(id);
    this.#noteChange(id);
  }
}
