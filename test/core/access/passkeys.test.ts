import { expect } from 'chai';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import type { PasskeyOptions } from '#core/access/second-factors/passkeys.ts';
import { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { makeRenewRecoveryCodes } from '#core/access/second-factors/use-cases/renew-recovery-codes.ts';
import { Actor } from '#core/shared/actor.ts';
import type { User } from '#core/users/user.ts';
import { Authenticator } from '../../support/browser/authenticator.ts';
import { anActor, noonPlus } from '../../support/builders/builders.ts';
import { passwords, withCredential } from '../../support/builders/credentials.ts';
import { aPasskey, passkeys, secondFactorCheck } from '../../support/builders/second-factors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openUsers, type Users } from '../users/users-under-test.ts';

const FIVE_MINUTES = 300;

describe('a passkey of a user', () => {
  let users: Users;
  let user: User;
  let authenticator: Authenticator;

  beforeEach(async () => {
    users = await openUsers();
    user = await users.join({ email: 'ada@example.com', passwordHash: 'hash of secret' });
    authenticator = new Authenticator({ origin: 'https://shop.example' });
  });

  const check = () => secondFactorCheck({ unitOfWork: users.unitOfWork, systemClock: users.clock });
  const use = (options: PasskeyOptions | undefined) => {
    const proof = { actor: Actor.anonymous, userId: user.id, passkey: authenticator.get(options) };
    return users.unitOfWork.run((tx) => check().use(tx, proof));
  };
  const offer = () => check().offer(user.id);
  const factors = () => users.unitOfWork.run((tx) => tx.secondFactors.listOf(user.id));

  /** Stores an active passkey, or a pending one that its device has made already. */
  const join = async (status: SecondFactor['status'] = 'active') => {
    const options = await passkeys.creationOptions({ issuer: 'Shop', user: { id: user.id, name: '' }, existing: [] });
    const { credential } = (await passkeys.verifyCreation(authenticator.create(options))) ?? expect.fail();
    const active = SecondFactor.confirm(aPasskey(user), { credential }, noonPlus(0));
    await users.unitOfWork.run((tx) => tx.secondFactors.add({ ...active, status }));
  };

  it('is offered with a challenge that it signs once', async () => {
    await join();
    const { second_factor_methods: methods, passkey_options: options } = await offer();
    expect(methods).to.deep.equal(['passkey', 'recovery_code']);
    expect([await use(options), await use(options)]).to.deep.equal(['used', 'wrong']);
    expect((await factors())[0]).to.deep.include({ lastUsedAt: users.clock.now() });
  });

  it('is neither needed nor offered while it is pending', async () => {
    expect(await use({ challenge: 'A'.repeat(43) })).to.equal('not_enrolled');
    await join('pending');
    expect(await use({ challenge: 'A'.repeat(43) })).to.equal('not_enrolled');
    expect(await offer()).to.deep.equal({ second_factor_methods: ['recovery_code'] });
  });

  it('signs a challenge within five minutes', async () => {
    await join();
    const [first, second] = [(await offer()).passkey_options, (await offer()).passkey_options];
    users.clock.advance(FIVE_MINUTES - 1);
    expect(await use(first)).to.equal('used');
    users.clock.advance(1);
    expect(await use(second)).to.equal('wrong');
  });

  it('keeps the challenge and the counter in a preview', async () => {
    await join();
    const { passkey_options: options } = await offer();
    const passkey = authenticator.get(options);
    const proof = { actor: Actor.anonymous, userId: user.id, passkey };
    expect(await check().preview(proof)).to.equal('used');
    expect(await check().preview(proof)).to.equal('used');
    expect(await users.unitOfWork.run((tx) => check().use(tx, proof))).to.equal('used');
  });

  it('is used up by one of several concurrent transactions', async () => {
    await join();
    const proof = {
      actor: Actor.anonymous,
      userId: user.id,
      passkey: authenticator.get((await offer()).passkey_options),
    };
    const outcomes = await Promise.all([1, 2, 3].map(() => users.unitOfWork.run((tx) => check().use(tx, proof))));
    expect(outcomes.sort()).to.deep.equal(['used', 'wrong', 'wrong']);
  });

  it('needs the password to renew the recovery codes, of which the user is notified', async () => {
    await join();
    const { unitOfWork, clock: systemClock } = users;
    const renew = makeRenewRecoveryCodes({
      ...{ unitOfWork, systemClock, passwords, recoveryCodes },
      secondFactors: check(),
    });
    const actor = await withCredential(unitOfWork, anActor(user), noonPlus(-3_600));
    const unconfirmed = await renew(actor, {});
    expect(await rejectionOf(unitOfWork.run(unconfirmed))).to.include({ code: 'recent_sign_in_required' });
    const passkey = authenticator.get((await offer()).passkey_options);
    const codes = await unitOfWork.run(await renew(actor, { currentPassword: 'secret', passkey }));
    expect(codes).to.have.length(10);
    expect(await users.waiting()).to.deep.equal([['recovery_codes_renewed', user.email]]);
  });
});
