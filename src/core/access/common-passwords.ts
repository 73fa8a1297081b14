/** Detects weak passwords: common ones and patterns such as keyboard rows. */
export interface CommonPasswords {
  /** @throws DomainError `unavailable` when too many checks are queued. */
  includes(password: string): Promise<boolean>;
}
