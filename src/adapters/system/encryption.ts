import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption and digests by the service's secret key, with a derived key per purpose. */
export type Encryption = Readonly<{
  /** Encrypts a text with AES-256-GCM, always with the current key. */
  encrypt(text: string): string;
  /** @throws Error if the text was encrypted with none of the keys. */
  decrypt(encrypted: string): string;
  /** A short digest of a text by the current key, which reveals nothing without the key. */
  digest(text: string | Uint8Array): string;
  /** The digests of a text by the former keys. */
  formerDigests(text: string): readonly string[];
  /** A check value of each key, the current one's first: equal keys have equal check values. */
  keyChecks: readonly [string, ...string[]];
}>;

type SingleKey = Pick<Encryption, 'encrypt' | 'decrypt' | 'digest'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encryption by the current key. Former keys still decrypt. */
export const makeEncryption = (secretKey: string, formerKeys: readonly string[] = []): Encryption => {
  const current = withKey(secretKey);
  const former = formerKeys.map(withKey);
  return {
    encrypt: current.encrypt,

    decrypt(encrypted) {
      // the authentication tag tells which key encrypted the text
      let failure: unknown;
      for (const key of [current, ...former]) {
        try {
          return key.decrypt(encrypted);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },

    digest: current.digest,
    formerDigests: (text) => former.map((key) => key.digest(text)),
    keyChecks: [keyCheck(current), ...former.map(keyCheck)],
  };
};

const keyCheck = ({ digest }: SingleKey): string => digest('the secret key');

const withKey = (secretKey: string): SingleKey => {
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
