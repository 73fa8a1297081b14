import type { SessionRepository } from '#core/access/ports.ts';
import type { Session } from '#core/access/session.ts';
import type { TableChanges } from '../store/memory-table.ts';
import type { MemoryUserRepository } from '../users/user-repository.ts';

export class MemorySessionRepository implements SessionRepository {
  readonly #sessions: TableChanges<Session['id'], Session>;
  readonly #users: MemoryUserRepository;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(
    sessions: TableChanges<Session['id'], Session>,
    users: MemoryUserRepository,
    noteCredentialChange: (id: string) => void,
  ) {
    this.#users = users;
    this.#sessions = sessions;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async find(id: Session['id']): Promise<Session | undefined> {
    return this.#sessions.get(id);
  }

  async add(session: Session): Promise<void> {
    this.#users.requireUser(session.userId);
    this.#sessions.set(session.id, session);
  }

  async remove(id: Session['id']): Promise<void> {
    this.#sessions.delete(id);
    this.#noteCredentialChange(id);
  }

  async removeAllOf(userId: Session['userId']): Promise<readonly Session['id'][]> {
    const ids = [...this.#sessions.values()].filter((session) => session.userId === userId).map(({ id }) => id);
    for (const id of ids) this.#sessions.delete(id);
    this.#noteCredentialChange(userId);
    return ids;
  }
}
