import { alreadyExists, conflict, notFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { UserRepository } from '#core/users/ports.ts';
import { User, type UserId } from '#core/users/user.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryUserRepository implements UserRepository {
  readonly #users: TableChanges<UserId, User>;
  readonly #erasedCustomers: TableChanges<UserId, Date>;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(
    {
      users,
      erasedCustomers,
    }: Readonly<{
      users: TableChanges<UserId, User>;
      erasedCustomers: TableChanges<UserId, Date>;
    }>,
    noteCredentialChange: (id: string) => void,
  ) {
    this.#users = users;
    this.#erasedCustomers = erasedCustomers;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async get(id: UserId): Promise<User> {
    const user = this.#users.get(id);
    if (user === undefined) throw notFound('user', id);
    return user;
  }

  async lock(id: UserId): Promise<User | undefined> {
    return this.#users.get(id);
  }

  async lockForShare(id: UserId): Promise<Pick<User, 'id' | 'email'> | undefined> {
    const user = this.#users.get(id);
    return user && { id, email: user.email };
  }

  async find(id: UserId): Promise<User | undefined> {
    return this.#users.get(id);
  }

  /** Acts as a foreign key. @throws DomainError `conflict` for an unknown user. */
  requireUser(id: UserId): void {
    if (this.#users.get(id) === undefined) throw conflict('The user was removed concurrently.');
  }

  async findByEmail(key: string): Promise<User | undefined> {
    return [...this.#users.values()].find(({ email }) => emailKey(email) === key);
  }

  // no lock is needed: transactions are serialized
  async lockEmail(): Promise<void> {}

  async hasOwner(): Promise<boolean> {
    return [...this.#users.values()].some(({ role }) => role === 'owner');
  }

  // no lock is needed: transactions are serialized
  async countOtherOwners(id: UserId): Promise<number> {
    return [...this.#users.values()].filter((user) => user.id !== id && User.isActiveOwner(user)).length;
  }

  async add(user: User): Promise<void> {
    await this.#requireFreeEmail(user);
    this.#users.set(user.id, user);
  }

  async save(user: User): Promise<void> {
    if (this.#users.get(user.id)?.version !== user.version - 1) {
      throw conflict(`User ${user.id} was changed concurrently.`);
    }
    await this.#requireFreeEmail(user, user.id);
    this.#users.set(user.id, user);
    this.#noteCredentialChange(user.id);
  }

  async remove(id: UserId): Promise<void> {
    const { role, createdAt } = await this.get(id);
    this.#users.delete(id);
    if (role === 'customer') this.#erasedCustomers.set(id, createdAt);
    this.#noteCredentialChange(id);
  }

  async #requireFreeEmail({ email }: User, ownId?: UserId): Promise<void> {
    const existing = await this.findByEmail(emailKey(email));
    if (existing !== undefined && existing.id !== ownId)
      throw alreadyExists('email', 'is already used by another user');
  }
}
