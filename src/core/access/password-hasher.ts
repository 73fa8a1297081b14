/** Hashes passwords, slowly on purpose, with a bounded queue. */
export interface PasswordHasher {
  /** @throws DomainError `unavailable` when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash; without a hash it takes the same time and is false.
   * @throws DomainError `unavailable` when the queue is full.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
