import type { AccountRepository } from '#core/access/account-repository.ts';
import type { User, UserId } from './user.ts';

/** Writes users. */
export interface UserRepository extends AccountRepository {
  get(id: UserId): Promise<User>;
  lock(id: UserId): Promise<User | undefined>;
  find(id: UserId): Promise<User | undefined>;
  findByEmail(emailKey: string): Promise<User | undefined>;
  /** Locks an e-mail, also one without a user, until the transaction ends. */
  lockEmail(emailKey: string): Promise<void>;
  /** Whether an owner exists. */
  hasOwner(): Promise<boolean>;
  /**
   * Counts the other active owners. Calls are serialized until their transactions end, so that two owners cannot remove
   * each other.
   */
  countOtherOwners(id: UserId): Promise<number>;
  /** @throws DomainError `already_exists` for a duplicate e-mail. */
  add(user: User): Promise<void>;
  /**
   * The user's permissions are invalidated in every process's cache after the commit.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(user: User): Promise<void>;
  /**
   * Removes a user without keys, sessions, tokens and saved views.
   * @throws DomainError `not_found`.
   */
  remove(id: UserId): Promise<void>;
}
