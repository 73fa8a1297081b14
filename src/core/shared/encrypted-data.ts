/** Encrypts texts that are stored, with the service's secret key. */
export type TextEncryption = Readonly<{
  encrypt(text: string): string;
  /** @throws Error if the text was encrypted with another key. */
  decrypt(encrypted: string): string;
}>;

/** The values that the storage holds encrypted, and the check values of the secret keys that encrypted them. */
export interface EncryptedData {
  /** The check values of all keys in use. */
  keyChecks(): Promise<readonly string[]>;
  /** Adds the check value of a key; one that is there already stays. */
  addKeyCheck(check: string): Promise<void>;
  /** Removes all check values but this one. */
  keepKeyCheck(check: string): Promise<void>;
  /**
   * Passes every encrypted value to `change` and stores what it returns, in batches. A value may be passed again when it
   * changes concurrently. @returns the number of values.
   */
  rewrite(change: (encrypted: string) => string): Promise<number>;
}
