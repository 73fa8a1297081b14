/** Hashes passwords slowly, on purpose; only so many wait at a time. */
export interface PasswordHasher {
  /** @throws DomainError `unavailable` when too many wait already. */
  hash(password: string): Promise<string>;
  /**
   * Whether the hash is the password's; without a hash it takes the same time and is false.
   * @throws DomainError `unavailable` when too many wait already.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
