import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { DomainError } from '#core/shared/domain-error.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { COMMON, openUsers, type Users } from './users-under-test.ts';

/** The same error for every invalid token. */
const expectRejectedToken = (error: DomainError): void => {
  expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
  const message = 'is invalid or expired; request a new one';
  expect(error.fieldErrors).to.deep.equal([{ path: ['token'], code: 'token.invalid', message }]);
};

describe('resetPassword', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('sets the password and verifies the e-mail', async () => {
    const before = await users.join({ passwordHash: 'hash of the old one' });
    const token = await users.send(before, 'password_reset');
    users.clock.advance(59.999);
    await users.resetPassword(token, 'the new one');
    const [at, passwordHash] = [noonPlus(59.999), 'hash of the new one'];
    const after = { ...before, version: 2, passwordHash, emailVerifiedAt: at, updatedAt: at };
    expect(await users.get(before.id)).to.deep.equal(after);
  });

  it('sets a first password and keeps an earlier verification time', async () => {
    const user = await users.join({ emailVerifiedAt: noonPlus(-60) });
    await users.resetPassword(await users.send(user, 'password_reset'), 'the new one');
    const after = await users.get(user.id);
    expect(after).to.deep.include({ passwordHash: 'hash of the new one', emailVerifiedAt: noonPlus(-60) });
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ before: { password: null }, after: { password: '[withheld]' } });
  });

  it('ends all sessions and tokens of that user only', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [left, leftOfOther] = [await users.equip(user), await users.equip(other)];
    await users.resetPassword(await users.send(user, 'password_reset'), 'the new one');
    expect(await left()).to.deep.equal(['key']);
    expect(await leftOfOther()).to.deep.equal(['session', 'key', 'token']);
  });

  it('emits and records it as the user’s action, without the password', async () => {
    const user = await users.join({ passwordHash: 'hash of the old one' });
    await users.resetPassword(await users.send(user, 'password_reset'), 'the new one');
    const [event, ...others] = await users.eventsOf(user.id);
    expect(event).to.deep.include({ type: 'user.updated', previous: { email_verified: false }, occurredAt: NOON });
    expect(others).to.deep.equal([]);
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({
      action: 'user.updated',
      actor: { kind: 'anonymous', user_id: user.id, credential_id: null },
      before: { email_verified: false, password: '[withheld]' },
      after: { email_verified: true, password: '[withheld]' },
      request_id: 'a-request',
    });
    expect(JSON.stringify([event, entry])).to.not.match(/the old one|the new one/);
  });

  it('accepts a token once', async () => {
    const user = await users.join();
    const token = await users.send(user, 'password_reset');
    await users.resetPassword(token, 'the new one');
    expectRejectedToken(await rejectionOf(users.resetPassword(token, 'another one')));
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
  });

  it('lets one of two concurrent requests set the password', async () => {
    const token = await users.send(await users.join(), 'password_reset');
    const outcomes = await Promise.allSettled(['one', 'two'].map((password) => users.resetPassword(token, password)));
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
  });

  it('rejects an expired, foreign or malformed token', async () => {
    const user = await users.join();
    const ended = await users.send(user, 'password_reset');
    const other = await users.send(user, 'email_verification');
    users.clock.advance(60);
    for (const token of [
      ended,
      other,
      bearerTokens.make('cpr').token,
      bearerTokens.make('cps').token,
      'nonsense',
      '',
    ]) {
      expectRejectedToken(await rejectionOf(users.resetPassword(token, 'the new one')));
    }
    expect(await users.get(user.id)).to.deep.equal(user);
  });

  it('rejects a token of a disabled user or a former e-mail', async () => {
    const disabled = await users.join({ status: 'disabled' });
    const moved = await users.join();
    const tokens = [await users.send(disabled, 'password_reset'), await users.send(moved, 'password_reset')];
    await users.change(users.asOwner, moved.id, { email: 'moved@example.com' });
    for (const token of tokens) expectRejectedToken(await rejectionOf(users.resetPassword(token, 'the new one')));
    expect((await users.get(moved.id)).passwordHash).to.equal(null);
    expect(await users.get(disabled.id)).to.deep.equal(disabled);
  });

  it('accepts a token after the e-mail changed in case only', async () => {
    const user = await users.join({ email: 'zoe@example.com' });
    const token = await users.send(user, 'password_reset');
    await users.change(users.asOwner, user.id, { email: 'Zoe@Example.com' });
    await users.resetPassword(token, 'the new one');
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
  });

  it('rejects a weak password and keeps the token', async () => {
    const user = await users.join();
    const token = await users.send(user, 'password_reset');
    const error = await rejectionOf(users.resetPassword(token, COMMON));
    expect(error.fieldErrors.map(({ code }) => code)).to.deep.equal(['password.common']);
    await users.resetPassword(token, 'the new one');
    expect((await users.get(user.id)).passwordHash).to.equal('hash of the new one');
  });

  it('checks the token before the slow password hash', async () => {
    expectRejectedToken(await rejectionOf(users.resetPassword(bearerTokens.make('cpr').token, COMMON)));
  });
});

describe('requestPasswordReset', () => {
  it('requests one mail, whether the e-mail exists or not', async () => {
    const users = await openUsers();
    await users.join({ email: 'zoe@example.com' });
    for (const email of ['Zoe@example.com', 'ZOE@example.com', 'nobody@example.com']) {
      expect(await users.requestPasswordReset(email)).to.equal(undefined);
    }
    expect(await users.waiting()).to.have.deep.members([
      ['password_reset', 'zoe@example.com'],
      ['password_reset', 'nobody@example.com'],
    ]);
  });
});
