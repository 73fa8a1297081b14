import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption and digests by the service's secret key, with a derived key per purpose. */
export type Encryption = Readonly<{
  /** Encrypts a text with AES-256-GCM. */
  encrypt(text: string): string;
  /** @throws Error if the text was not encrypted with this key. */
  decrypt(encrypted: string): string;
  /** A short keyed digest of a text, which reveals nothing without the key. */
  digest(text: string | Uint8Array): string;
}>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

export const makeEncryption = (secretKey: string): Encryption => {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
  const encryptionKey = derive('seal');
  // a key object, since parsing raw bytes costs more than the digest
  const digesting = createSecretKey(derive('digest'));
  return {
    encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },

    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },

    digest: (text) => createHmac('sha256', digesting).update(text).digest('base64url').slice(0, 22),
  };
};
