import { expect } from 'chai';
import { oneTimePasswords } from '#adapters/system/one-time-passwords.ts';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import { requireConfirmation } from '#core/access/confirm-caller.ts';
import type { AuthenticatorApp } from '#core/access/second-factors/second-factor.ts';
import { makeSecondFactorCheck } from '#core/access/second-factors/second-factor-check.ts';
import { makeResetSecondFactors } from '#core/access/second-factors/use-cases/remove-second-factor.ts';
import { Actor } from '#core/shared/actor.ts';
import { User } from '#core/users/user.ts';
import { anActor, noonPlus } from '../../support/builders/builders.ts';
import { withCredential } from '../../support/builders/credentials.ts';
import { aFactor, codeOf, encryption, passkeys, secondFactorCheck } from '../../support/builders/second-factors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openUsers, type Users } from '../users/users-under-test.ts';

const PERIOD = 30;

describe('the second factor of a user', () => {
  let users: Users;
  let user: User;

  beforeEach(async () => {
    users = await openUsers();
    user = await users.join({ email: 'ada@example.com', passwordHash: 'hash of secret' });
  });

  const join = async (overrides: Partial<AuthenticatorApp> = { status: 'active', confirmedAt: noonPlus(0) }) => {
    const enrolled = aFactor(user, overrides);
    await users.unitOfWork.run((tx) => tx.secondFactors.add(enrolled.factor));
    return enrolled;
  };
  const check = () => secondFactorCheck({ unitOfWork: users.unitOfWork, systemClock: users.clock });
  const use = (otp: string | undefined) =>
    users.unitOfWork.run((tx) => check().use(tx, { actor: Actor.anonymous, userId: user.id, otp }));
  const factors = () => users.unitOfWork.run((tx) => tx.secondFactors.listOf(user.id));

  it('is needed only if it is active', async () => {
    expect(await use(undefined)).to.equal('not_enrolled');
    await join({});
    expect(await use(undefined)).to.equal('not_enrolled');
    const { secret } = await join();
    expect(await use(undefined)).to.equal('missing');
    expect(await use(codeOf(secret, users.clock.now()))).to.equal('used');
  });

  it('accepts codes of the period before, the current and the next one, and none out of order', async () => {
    for (const [periods, outcome] of [
      [-2, 'wrong'],
      [-1, 'used'],
      [-1, 'wrong'],
      [1, 'used'],
      [0, 'wrong'],
      [2, 'wrong'],
    ] as const) {
      const secret = await secretOf();
      expect(await use(codeOf(secret, users.clock.now(), periods)), `${periods}`).to.equal(outcome);
    }
    users.clock.advance(PERIOD);
    const secret = await secretOf();
    expect(await use(codeOf(secret, users.clock.now()))).to.equal('wrong');
    expect(await use(codeOf(secret, users.clock.now(), 1))).to.equal('used');
    expect((await factors())[0]?.lastUsedAt).to.deep.equal(users.clock.now());
  });

  const secretOf = async (): Promise<string> => {
    const [factor] = await factors();
    return factor === undefined
      ? (await join()).secret
      : encryption.decrypt(factor.type === 'totp' ? factor.secret : expect.fail('a passkey'));
  };

  it('is any of several', async () => {
    const [first, second] = [await join(), await join()];
    for (const { secret } of [second, first]) {
      expect(await use(codeOf(secret, users.clock.now()))).to.equal('used');
      expect(await use(codeOf(secret, users.clock.now()))).to.equal('wrong');
    }
  });

  it('is not guessed by texts of another form', async () => {
    await join();
    for (const text of ['', '12345', '1234567', '١٢٣٤٥٦', 'abcdef', 'x'.repeat(64)]) {
      expect(await use(text), text).to.equal('wrong');
    }
  });

  it('tells no outcome of an attempt beyond the limit, and uses nothing up', async () => {
    const { secret } = await join();
    const counted: string[] = [];
    const limited = makeSecondFactorCheck({
      ...{
        unitOfWork: users.unitOfWork,
        systemClock: users.clock,
        oneTimePasswords,
        recoveryCodes,
        passkeys,
        encryption,
      },
      countCodeAttempt: async (userId) => {
        counted.push(userId);
        throw new Error('too many attempts');
      },
    });
    const preview = (otp: string | undefined) => limited.preview({ actor: Actor.anonymous, userId: user.id, otp });
    const code = codeOf(secret, users.clock.now());
    for (const otp of [code, 'wrong']) {
      expect(await preview(otp).catch(({ message }: Error) => message)).to.equal('too many attempts');
    }
    expect(await preview(undefined)).to.equal('missing');
    expect(counted).to.deep.equal([user.id, user.id]);
    expect(await use(code)).to.equal('used');
  });

  it('is replaced by a recovery code, of which the user is notified', async () => {
    await join();
    const { code, hash } = recoveryCodes.make();
    await users.unitOfWork.run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [hash]));
    expect([await use(code), await use(code)]).to.deep.equal(['used', 'wrong']);
    expect(await users.waiting()).to.deep.equal([['recovery_code_used', user.email]]);
  });

  it('stays when the password is reset by a mailed token, unless that is the first proof of the e-mail', async () => {
    const { factor } = await join();
    const unproved = await users.get(user.id);
    await users.unitOfWork.run((tx) => tx.users.save(User.withVerifiedEmail(unproved, users.clock.now())));
    await users.resetPassword(await users.send(user, 'password_reset'), 'another fine password');
    expect(await factors()).to.deep.equal([factor]);
  });

  it('makes a recent sign-in enough only if the session is younger', async () => {
    const confirm = async (at: Date) => {
      const actor = await withCredential(users.unitOfWork, anActor(user), at);
      const { clock: systemClock } = users;
      return users.unitOfWork.run((tx) => requireConfirmation(tx, { actor, systemClock, user, verified: undefined }));
    };
    users.clock.advance(120);
    await confirm(noonPlus(60));
    await join({ status: 'active', confirmedAt: noonPlus(60) });
    for (const seconds of [59, 60]) {
      expect(await rejectionOf(confirm(noonPlus(seconds)))).to.include({ code: 'recent_sign_in_required' });
    }
    await confirm(noonPlus(61));
    await join({ status: 'active', confirmedAt: noonPlus(100) });
    await confirm(noonPlus(61));
  });

  it('is removed by the operator, with the recovery codes and a notice', async () => {
    await join();
    await join({});
    const { code, hash } = recoveryCodes.make();
    await users.unitOfWork.run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [hash]));
    const reset = makeResetSecondFactors({ systemClock: users.clock });
    expect(await users.unitOfWork.run(reset({ email: 'ADA@example.com' }))).to.equal(2);
    expect(await factors()).to.deep.equal([]);
    expect(await users.waiting()).to.deep.equal([['second_factor_removed', user.email]]);
    await join();
    expect(await use(code)).to.equal('wrong');
    const unknown = users.unitOfWork.run(reset({ email: 'nobody@example.com' }));
    expect(await rejectionOf(unknown)).to.include({ kind: 'not_found' });
  });
});
