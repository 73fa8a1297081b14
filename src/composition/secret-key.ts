import { makeFolder } from '#adapters/postgres/embedded/embedded-files.ts';
import { type Encryption, makeEncryption } from '#adapters/system/encryption.ts';
import { generateSecretKey, readSecretKey } from '#adapters/system/secret-key-file.ts';
import type { EncryptedData } from '#core/shared/encrypted-data.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * Encryption by the secret key of the settings, or by the one stored in the data directory.
 * @throws StartError if the stored one cannot be used.
 */
export const openEncryption = async (config: Config): Promise<Encryption> =>
  makeEncryption(await secretKeyOf(config), config.formerSecretKeys);

const secretKeyOf = async ({ secretKey, storage, dataDir }: Config): Promise<string> => {
  if (secretKey !== undefined) return secretKey;
  if (storage === 'memory') return generateSecretKey();
  return readSecretKey({ directory: dataDir, makeFolder }).catch((error: Error) => {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${error.message}.`);
  });
};

/**
 * Verifies that the stored data was encrypted with the keys of the settings, and records the current key.
 * @throws StartError
 */
export const verifySecretKeys = async (data: EncryptedData, encryption: Encryption): Promise<void> => {
  const recorded = await data.keyChecks();
  const isKnown =
    recorded.length > 0
      ? recorded.every((check) => encryption.keyChecks.includes(check))
      : (await undecryptable(data, encryption)) === 0;
  if (!isKnown) {
    throw new StartError(
      'SECRET_KEY is not the key that encrypted the stored data: set the former key again, or set it as SECRET_KEY_PREVIOUS beside the new one.',
    );
  }
  await data.addKeyCheck(encryption.keyChecks[0]);
};

/** The number of stored values that no key decrypts. */
export const undecryptable = async (data: EncryptedData, { decrypt }: Encryption): Promise<number> => {
  let count = 0;
  await data.rewrite((encrypted) => {
    try {
      decrypt(encrypted);
    } catch {
      count += 1;
    }
    return encrypted;
  });
  return count;
};
