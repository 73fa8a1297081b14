/** Hashes passwords slowly, on purpose. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the hash is the password's; without a hash it takes the same time and is false. */
  verify(password: string, hash: string | null): Promise<boolean>;
}
