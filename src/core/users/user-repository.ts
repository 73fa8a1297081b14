import type { User } from './user.ts';

/** The people, for writing. */
export interface UserRepository {
  /** By the e-mail's key, which folds case. */
  findByEmail(emailKey: string): Promise<User | undefined>;
  /** Whether there is somebody who may do everything. */
  hasOwner(): Promise<boolean>;
  /** @throws DomainError `already_exists` if somebody has the e-mail. */
  add(user: User): Promise<void>;
}
