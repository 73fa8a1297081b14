import type { User } from '#core/users/user.ts';
import type { UserRepository } from '#core/users/user-repository.ts';
import { toUser, toUserRow, UserRow } from './rows/user.row.ts';
import type { TransactionSession } from './transaction-session.ts';

export class PostgresUserRepository implements UserRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async findByEmail(emailKey: string): Promise<User | undefined> {
    const row = await this.#session.em.findOne(UserRow, { emailKey });
    return row === null ? undefined : toUser(row);
  }

  async hasOwner(): Promise<boolean> {
    return (await this.#session.em.count(UserRow, { role: 'owner' })) > 0;
  }

  async add(user: User): Promise<void> {
    this.#session.em.create(UserRow, toUserRow(user), { persist: true });
    await this.#session.em.flush();
  }
}
