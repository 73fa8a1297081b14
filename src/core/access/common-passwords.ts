/** Detects passwords that are easily guessed: common ones, variations of them, keyboard patterns. */
export interface CommonPasswords {
  /** @throws DomainError `unavailable` when too many checks are queued. */
  includes(password: string): Promise<boolean>;
}
