import { expect } from 'chai';
import { generateSync } from 'otplib';
import { oneTimePasswords } from '#adapters/system/one-time-passwords.ts';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import { makeWebauthnPasskeys } from '#adapters/webauthn/webauthn-passkeys.ts';
import { AuthenticatorApp, Passkey } from '#core/access/second-factors/second-factor.ts';
import { makeSecondFactorCheck, type SecondFactorCheck } from '#core/access/second-factors/second-factor-check.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { User } from '#core/users/user.ts';
import { Authenticator } from '../browser/authenticator.ts';
import type { TestApp } from '../servers/start-app.ts';
import { ids, NOON } from './builders.ts';

/** Reversible. */
export const encryption: TextEncryption = {
  encrypt: (text) => Buffer.from(text).toString('hex'),
  decrypt: (encrypted) => Buffer.from(encrypted, 'hex').toString(),
};

/** Passkeys of the pages of a shop. */
export const passkeys = makeWebauthnPasskeys(() => 'https://shop.example');

/** The check of second factors on a storage, without a limit of attempts. */
export const secondFactorCheck = (
  deps: Readonly<{ unitOfWork: UnitOfWork; systemClock: SystemClock }>,
): SecondFactorCheck =>
  makeSecondFactorCheck({
    ...deps,
    oneTimePasswords,
    recoveryCodes,
    passkeys,
    encryption,
    countCodeAttempt: async () => {},
  });

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
  { at = NOON, ...overrides }: Partial<AuthenticatorApp> & { at?: Date } = {},
): { factor: AuthenticatorApp; secret: string } => {
  const secret = oneTimePasswords.makeSecret();
  const fields = { userId: user.id, name: 'My phone', secret: encryption.encrypt(secret) };
  return { factor: { ...AuthenticatorApp.enrol({ id: ids.next('fac'), ...fields, at }), ...overrides }, secret };
};

/** A pending passkey of a user. */
export const aPasskey = ({ id: userId }: Pick<User, 'id'>, at = NOON): Passkey =>
  Passkey.enrol({ id: ids.next('fac'), userId, name: 'My key', at });

/** A security key of somebody who uses the dashboard of a service that runs on this machine. */
export const securityKeyFor = ({ url }: Pick<TestApp, 'url'>): Authenticator =>
  new Authenticator({ origin: url.replace('127.0.0.1', 'localhost') });

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

/** A passkey of a signed-in user, in a security key. */
export const enrolPasskey = async (app: Pick<TestApp, 'call' | 'url'>, key: string, confirmation: object = {}) => {
  const securityKey = securityKeyFor(app);
  const body = { type: 'passkey', name: 'My key', ...confirmation };
  const enrolled = await app.call(PATH, { method: 'POST', key, body });
  expect(enrolled.status, enrolled.text).to.equal(201);
  const { id, creation_options: options } = enrolled.json;
  const passkey = securityKey.create(options);
  const confirmed = await app.call(`${PATH}/${id}/confirm`, { method: 'POST', key, body: { passkey } });
  expect(confirmed.status, confirmed.text).to.equal(200);
  return { id: id as string, securityKey, recoveryCodes: confirmed.json.recovery_codes as string[] };
};
