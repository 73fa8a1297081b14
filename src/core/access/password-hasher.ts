/** Hashes passwords, slowly on purpose. The queue is bounded. */
export interface PasswordHasher {
  /** @throws DomainError `unavailable` when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password has this hash. Without a hash: false, after the same time.
   * @throws DomainError `unavailable` when the queue is full.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}
