import { expect } from 'chai';
import { generateSync } from 'otplib';
import { oneTimePasswords } from '#adapters/system/one-time-passwords.ts';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { makeSecondFactorCheck, type SecondFactorCheck } from '#core/access/second-factors/second-factor-check.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/text-encryption.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { User } from '#core/users/user.ts';
import { ids, NOON } from './builders.ts';
import type { TestApp } from './start-app.ts';

/** Reversible. */
export const encryption: TextEncryption = {
  encrypt: (text) => Buffer.from(text).toString('hex'),
  decrypt: (encrypted) => Buffer.from(encrypted, 'hex').toString(),
};

/** The check of second factors on a storage, without a limit of attempts. */
export const secondFactorCheck = (
  deps: Readonly<{ unitOfWork: UnitOfWork; systemClock: SystemClock }>,
): SecondFactorCheck =>
  makeSecondFactorCheck({ ...deps, oneTimePasswords, recoveryCodes, encryption, countCodeAttempt: async () => {} });

const PERIOD_SECONDS = 30;

/** The code of a secret at a time, or some periods later. */
export const codeOf = (secret: string, at: Date = new Date(), periods = 0): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) + periods * PERIOD_SECONDS });

/** A code that is accepted for the next 30 seconds, also after the current one was used. */
export const nextCodeOf = (secret: string): string => codeOf(secret, new Date(), 1);

/** A code that is not accepted for the next minute. */
export const wrongCodeOf = (secret: string): string => {
  const right = new Set([-1, 0, 1, 2, 3].map((periods) => codeOf(secret, new Date(), periods)));
  const wrong = ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.has(code));
  return wrong ?? expect.fail('one of six codes is none of five');
};

/** A second factor of a user, pending by default, with its secret. */
export const aFactor = (
  user: Pick<User, 'id'>,
  { at = NOON, ...overrides }: Partial<SecondFactor> & { at?: Date } = {},
): { factor: SecondFactor; secret: string } => {
  const secret = oneTimePasswords.makeSecret();
  const fields = { userId: user.id, type: 'totp', name: 'My phone', secret: encryption.encrypt(secret) } as const;
  return { factor: { ...SecondFactor.enrol({ id: ids.next('fac'), ...fields, at }), ...overrides }, secret };
};

const PATH = '/api/users/me/second_factors';

/** An active second factor of a signed-in user, with the code that confirmed it. */
export const enrol = async (app: Pick<TestApp, 'call'>, key: string, confirmation: object = {}) => {
  const body = { type: 'totp', name: 'My phone', ...confirmation };
  const enrolled = await app.call(PATH, { method: 'POST', key, body });
  expect(enrolled.status, enrolled.text).to.equal(201);
  const { id, secret } = enrolled.json;
  const code = codeOf(secret);
  const confirmed = await app.call(`${PATH}/${id}/confirm`, { method: 'POST', key, body: { code } });
  expect(confirmed.status, confirmed.text).to.equal(200);
  return { id: id as string, secret: secret as string, code, recoveryCodes: confirmed.json.recovery_codes as string[] };
};
