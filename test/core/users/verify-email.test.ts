import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { Address } from '#core/shared/address.ts';
import { anActor, aUser, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openUsers, type Users } from './users-under-test.ts';

const CONTACTS = {
  phone: '+351 912 345 678',
  addresses: [Address.of({ line1: 'Rua Augusta 1', country: 'PT' })],
  pendingEmail: 'pending@example.com',
};

/** A customer who signed up with an e-mail, and proved nothing. */
const SIGNED_UP = { passwordHash: 'hash of it', ...CONTACTS };

const SAID = { granted: true, at: noonPlus(-60).toISOString() };

describe('verifyEmail', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('stores the time of verification', async () => {
    const before = await users.join({ passwordHash: 'hash of it' });
    const token = await users.send(before, 'email_verification');
    users.clock.advance(59.999);
    await users.verifyEmail(token);
    const at = noonPlus(59.999);
    expect(await users.get(before.id)).to.deep.equal({ ...before, version: 2, emailVerifiedAt: at, updatedAt: at });
  });

  it('emits and records it as the user’s action', async () => {
    const user = await users.join();
    await users.verifyEmail(await users.send(user, 'email_verification'));
    const [event] = await users.eventsOf(user.id);
    expect(event).to.deep.include({ type: 'user.updated', resourceVersion: 2, previous: { email_verified: false } });
    expect(event?.data).to.include({ email_verified: true });
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({
      action: 'user.updated',
      actor: { kind: 'anonymous', user_id: user.id, credential_id: null },
      before: { email_verified: false },
      after: { email_verified: true },
    });
  });

  it('keeps what a session of the user added that sends the token', async () => {
    const user = await users.join(SIGNED_UP);
    const left = await users.equip(user);
    await users.verifyEmail(await users.send(user, 'email_verification'), anActor(user));
    expect(await left()).to.deep.equal(['session', 'key']);
    expect(await users.get(user.id)).to.deep.include(CONTACTS);
  });

  for (const [title, sender] of [
    ['nobody who is signed in', undefined],
    ['the session of another user', anActor(aUser())],
  ] as const) {
    it(`removes what was added before the first proof, by a token of ${title}`, async () => {
      const bySelf = { ...SAID, source: 'account' };
      const byShop = { ...SAID, source: 'till' };
      const user = await users.join({ ...SIGNED_UP, consents: { email_marketing: bySelf, sms_marketing: byShop } });
      const left = await users.equip(user);
      await users.verifyEmail(await users.send(user, 'email_verification'), sender);
      expect(await left()).to.deep.equal([]);
      const consents = { email_marketing: null, sms_marketing: byShop };
      expect(await users.get(user.id)).to.deep.include({ phone: null, addresses: [], pendingEmail: null, consents });
    });
  }

  for (const [title, other] of [
    ['has permissions, which somebody of the shop gave', { role: 'staff' }],
    ['has had another e-mail proved', { emailVerifiedAt: noonPlus(-60), pendingEmail: 'new@example.com' }],
    ['has no password, so that nobody has used the account', { passwordHash: null }],
  ] as const) {
    it(`keeps what was added by a user who ${title}`, async () => {
      const user = await users.join({ ...SIGNED_UP, ...other });
      const left = await users.equip(user);
      const purpose = user.emailVerifiedAt === null ? 'email_verification' : 'email_change';
      await users.verifyEmail(await users.send(user, purpose));
      expect(await left()).to.include.members(['session', 'key']);
      expect((await users.get(user.id)).addresses).to.deep.equal(CONTACTS.addresses);
    });
  }

  it('leaves a verified user unchanged and consumes the token', async () => {
    const user = await users.join({ emailVerifiedAt: noonPlus(-60) });
    const token = await users.send(user, 'email_verification');
    await users.verifyEmail(token);
    expect(await users.get(user.id)).to.deep.equal(user);
    expect(await users.eventsOf(user.id)).to.deep.equal([]);
    expect(await users.auditOf(user.id)).to.deep.equal([]);
    expect(await rejectionOf(users.verifyEmail(token))).to.include({ code: 'validation_failed' });
  });

  it('rejects an expired, foreign or malformed token', async () => {
    const user = await users.join();
    const tokens = [await users.send(user, 'password_reset'), await users.send(user, 'email_verification')];
    users.clock.advance(60);
    for (const token of [...tokens, bearerTokens.make('cpv').token, 'nonsense', '']) {
      const error = await rejectionOf(users.verifyEmail(token));
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([[['token'], 'token.invalid']]);
    }
    expect(await users.get(user.id)).to.deep.equal(user);
  });

  it('rejects a token of a disabled user or a former e-mail', async () => {
    const [disabled, moved] = [await users.join({ status: 'disabled' }), await users.join()];
    const tokens = [await users.send(disabled, 'email_verification'), await users.send(moved, 'email_verification')];
    await users.change(users.asOwner, moved.id, { email: 'moved@example.com' });
    for (const token of tokens) {
      expect(await rejectionOf(users.verifyEmail(token))).to.include({ code: 'validation_failed' });
    }
    expect((await users.get(moved.id)).emailVerifiedAt).to.equal(null);
  });

  it('accepts a token once', async () => {
    const token = await users.send(await users.join(), 'email_verification');
    await users.verifyEmail(token);
    expect(await rejectionOf(users.verifyEmail(token))).to.include({ code: 'validation_failed' });
  });
});

describe('requestEmailVerification', () => {
  it('requests a mail to the actor’s current e-mail', async () => {
    const users = await openUsers();
    const user = await users.join({ email: 'Zoe@example.com' });
    for (let time = 0; time < 2; time += 1) await users.requestEmailVerification(anActor(user));
    expect(await users.waiting()).to.deep.equal([['email_verification', 'zoe@example.com']]);
  });
});
