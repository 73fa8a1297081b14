/** Knows the passwords that everybody tries first: common ones and their likes, such as rows of keys. */
export interface CommonPasswords {
  /** @throws DomainError `unavailable` when too many are being looked at already. */
  includes(password: string): Promise<boolean>;
}
