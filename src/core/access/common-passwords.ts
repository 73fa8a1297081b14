/** Knows the passwords that everybody tries first: common ones and their likes, such as rows of keys. */
export interface CommonPasswords {
  includes(password: string): Promise<boolean>;
}
