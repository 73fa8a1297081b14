import type { User, UserId } from './user.ts';

/** The people, for writing. What `get` and `lock` give stays as it is until the transaction ends. */
export interface UserRepository {
  /** @throws DomainError `not_found`. */
  get(id: UserId): Promise<User>;
  lock(id: UserId): Promise<User | undefined>;
  /** Others may change the person meanwhile. */
  find(id: UserId): Promise<User | undefined>;
  /** Keeps the person until the transaction ends: whoever has got them waits, or is waited for; other holders do not. */
  hold(id: UserId): Promise<Pick<User, 'id' | 'email'> | undefined>;
  /** By the e-mail's key, which folds case; others may change the person meanwhile. */
  findByEmail(emailKey: string): Promise<User | undefined>;
  /** Whether there is somebody who may do everything. */
  hasOwner(): Promise<boolean>;
  /**
   * How many other active owners there are. Whoever asks waits for the transactions that asked before, so that of two
   * owners who go at the same time each knows of the other.
   */
  countOtherOwners(id: UserId): Promise<number>;
  /** @throws DomainError `already_exists` if somebody has the e-mail. */
  add(user: User): Promise<void>;
  /**
   * Every process's memory of what the person may do ends with the commit.
   * @throws DomainError `conflict` unless the version before is there; `already_exists` as `add` does.
   */
  save(user: User): Promise<void>;
  /**
   * Removes the person, who must have no key, session or token any more.
   * @throws DomainError `not_found`.
   */
  remove(id: UserId): Promise<void>;
}
