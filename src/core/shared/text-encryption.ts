/** Encrypts texts that are stored, with the service's secret key. */
export type TextEncryption = Readonly<{
  encrypt(text: string): string;
  /** @throws Error if the text was encrypted with another key. */
  decrypt(encrypted: string): string;
}>;
