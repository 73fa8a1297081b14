import { invalid } from '#core/shared/domain-error.ts';
import type { CommonPasswords, PasswordHasher } from './ports.ts';

export type PasswordDeps = Readonly<{ passwords: PasswordHasher; commonPasswords: CommonPasswords }>;

/** Hashes a new password. @throws DomainError `validation_failed` for one that is easily guessed. */
export const hashNewPassword = async (
  { passwords, commonPasswords }: PasswordDeps,
  password: string,
): Promise<string> => {
  if (await commonPasswords.includes(password)) {
    const message = 'must not be easy to guess, such as a common password or a row of keys';
    throw invalid([{ path: ['password'], code: 'password.common', message }]);
  }
  return passwords.hash(password);
};
