import { alreadyExists } from '#core/shared/domain-error.ts';
import { emailKey, type User } from '#core/users/user.ts';
import type { UserRepository } from '#core/users/user-repository.ts';
import type { TableChanges } from './memory-table.ts';

export class MemoryUserRepository implements UserRepository {
  readonly #users: TableChanges<User['id'], User>;

  constructor(users: TableChanges<User['id'], User>) {
    this.#users = users;
  }

  async findByEmail(key: string): Promise<User | undefined> {
    return [...this.#users.values()].find(({ email }) => emailKey(email) === key);
  }

  async hasOwner(): Promise<boolean> {
    return [...this.#users.values()].some(({ role }) => role === 'owner');
  }

  async add(user: User): Promise<void> {
    const taken = await this.findByEmail(emailKey(user.email));
    if (taken !== undefined) throw alreadyExists('email', 'is the e-mail of another user');
    this.#users.set(user.id, user);
  }
}
