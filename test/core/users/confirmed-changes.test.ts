import { expect } from 'chai';
import { requirePassword } from '#core/access/confirm-caller.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import type { User } from '#core/users/user.ts';
import { aKey, anActor, aSession, aUser, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

const OLD = 'the old one';
const NEW = 'the new one';
const TEN_MINUTES = 600;

describe('changing the own credentials', () => {
  let users: Users;
  let user: User;

  beforeEach(async () => {
    users = await openUsers();
    user = await users.join({ email: 'ada@example.com', passwordHash: `hash of ${OLD}` });
  });

  /** A session that started ten minutes ago, no longer recent. */
  const oldSession = async (of: User): Promise<Actor> => {
    const actor = anActor(of);
    const { session } = aSession(of, noonPlus(-TEN_MINUTES));
    await users.unitOfWork.run((tx) => tx.sessions.add({ ...session, id: actor.credentialId as typeof session.id }));
    return actor;
  };
  const errorsOf = async (attempt: Promise<unknown>) =>
    (await rejectionOf(attempt)).fieldErrors.map(({ path, code }) => `${path.join()} ${code}`);

  it('needs the current password for a new one, also right after the sign-in', async () => {
    const actor = anActor(user);
    for (const change of [
      () => users.change(actor, user.id, { password: NEW }),
      () => users.replace(actor, user.id, { email: user.email, password: NEW }),
    ]) {
      expect(await errorsOf(change())).to.deep.equal(['current_password any.required']);
    }
    const wrong = users.change(actor, user.id, { password: NEW, currentPassword: NEW });
    expect(await errorsOf(wrong)).to.deep.equal(['current_password password.wrong']);
    const after = await users.change(actor, user.id, { password: NEW, currentPassword: OLD });
    expect(after.passwordHash).to.equal(`hash of ${NEW}`);
  });

  it('records a wrong current password like a refused sign-in', async () => {
    await rejectionOf(users.change(anActor(user), user.id, { password: NEW, currentPassword: 'a guess' }));
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ action: 'session.refused' });
    expect(entry?.actor).to.include({ kind: 'session', user_id: user.id });
  });

  it('needs the password or a recent sign-in for a new e-mail', async () => {
    const actor = await oldSession(user);
    const error = await rejectionOf(users.change(actor, user.id, { email: 'new@example.com' }));
    expect(error).to.include({ kind: 'forbidden', code: 'recent_sign_in_required' });
    expect(error.message).to.include('current_password').and.include('sign in again');
    const confirmed = await users.change(actor, user.id, { email: 'new@example.com', currentPassword: OLD });
    expect(confirmed).to.include({ email: 'ada@example.com', pendingEmail: 'new@example.com' });
    const recent = await users.change(anActor(user), user.id, { email: 'newer@example.com' });
    expect(recent).to.include({ email: 'ada@example.com', pendingEmail: 'newer@example.com' });
  });

  it('needs the password with an API key', async () => {
    const owner = await users.join({ role: 'owner', passwordHash: `hash of ${OLD}` });
    const program = aProgram(owner, '*');
    for (const patch of [{ email: 'new@example.com' }, { password: NEW }]) {
      expect(await errorsOf(users.change(program, owner.id, patch))).to.deep.equal(['current_password any.required']);
      expect(await users.change(program, owner.id, { ...patch, currentPassword: OLD })).to.include({ id: owner.id });
    }
  });

  it('needs neither for other fields', async () => {
    expect((await users.change(await oldSession(user), user.id, { name: 'Ada' })).name).to.equal('Ada');
  });

  it('rejects a session that no longer exists', async () => {
    const actor = anActor(user);
    await users.change(actor, user.id, { name: 'Ada' });
    await users.unitOfWork.run((tx) => tx.sessions.removeAllOf(user.id));
    const work = users.changeWith(actor, user.id, { email: 'new@example.com' });
    expect(await rejectionOf(work)).to.include({ kind: 'unauthenticated' });
  });

  it('needs it too for giving others access to an account with permissions', async () => {
    const owner = await users.join({ role: 'owner', passwordHash: `hash of ${OLD}` });
    const actor = await oldSession(owner);
    const staff = await users.join({ role: 'staff' });
    for (const attempt of [
      () => users.create(actor, { email: 'thief@example.com', role: 'owner' }, NEW),
      () => users.change(actor, staff.id, { password: NEW }),
      () => users.change(actor, staff.id, { email: 'thief@example.com' }),
      () => users.change(actor, user.id, { role: 'owner' }),
    ]) {
      expect(await rejectionOf(attempt())).to.include({ code: 'recent_sign_in_required' });
    }
    expect((await users.change(actor, user.id, { email: 'moved@example.com' })).email).to.equal('moved@example.com');
    const made = await users.create(actor, { email: 'new@example.com', role: 'staff' }, undefined, OLD);
    expect(made.role).to.equal('staff');
  });

  describe('a new e-mail', () => {
    const ask = (email: string) => users.change(anActor(user), user.id, { email });

    it('is pending until its token is redeemed', async () => {
      await ask('New@example.com');
      expect(await users.waiting()).to.have.deep.members([
        ['email_change_requested', 'ada@example.com'],
        ['email_change', 'new@example.com'],
      ]);
      const pending = await users.get(user.id);
      await users.verifyEmail(await users.send(pending, 'email_change'));
      const after = await users.get(user.id);
      expect(after).to.deep.include({ email: 'New@example.com', pendingEmail: null, version: 3 });
      expect(after.emailVerifiedAt).to.not.equal(null);
      expect(await users.waiting()).to.deep.include(['email_changed', 'ada@example.com']);
    });

    it('of another user gives the same result, and fails only when its token would be redeemed', async () => {
      await users.join({ email: 'taken@example.com' });
      const [free, taken] = [await ask('free@example.com'), await ask('taken@example.com')];
      expect(taken.pendingEmail).to.equal('taken@example.com');
      expect(Object.keys(taken)).to.deep.equal(Object.keys(free));
      const token = await users.send(taken, 'email_change');
      expect(await rejectionOf(users.verifyEmail(token))).to.include({ code: 'already_exists' });
    });

    it('is dropped with its token by a new password, a reset and the former e-mail', async () => {
      for (const drop of [
        () => users.change(anActor(user), user.id, { password: OLD, currentPassword: OLD, email: user.email }),
        async () => users.resetPassword(await users.send(user, 'password_reset'), OLD),
        () => users.change(anActor(user), user.id, { email: user.email.toUpperCase() }),
      ]) {
        const token = await users.send(await ask('thief@example.com'), 'email_change');
        await drop();
        expect((await users.get(user.id)).pendingEmail).to.equal(null);
        expect(await rejectionOf(users.verifyEmail(token))).to.include({ code: 'validation_failed' });
      }
    });

    it('is mailed again when it is named again, and nothing else is written', async () => {
      const pending = await ask('new@example.com');
      await users.unitOfWork.run((tx) => tx.mailRequests.removeAllAbout(user.id));
      expect(await ask('new@example.com')).to.deep.equal(pending);
      expect(await users.waiting()).to.deep.include(['email_change', 'new@example.com']);
    });

    it('stays pending when other fields change', async () => {
      await ask('new@example.com');
      await users.change(users.asOwner, user.id, { name: 'Ada' });
      expect((await users.get(user.id)).pendingEmail).to.equal('new@example.com');
    });

    it('is set directly by staff, and the former e-mail is notified', async () => {
      const after = await users.change(users.asOwner, user.id, { email: 'new@example.com' });
      expect(after).to.include({ email: 'new@example.com', pendingEmail: null, emailVerifiedAt: null });
      expect(await users.waiting()).to.deep.equal([['email_changed', 'ada@example.com']]);
    });
  });

  describe('API keys of sessions that end by force', () => {
    beforeEach(async () => {
      user = await users.join({
        passwordHash: user.passwordHash,
        emailVerifiedAt: noonPlus(-60),
        email: 'proved@example.com',
      });
    });

    const addKeys = async () => {
      const { session } = aSession(user);
      const ofSession = aKey(user, { createdBySession: session.id }).key;
      const earlier = aSession(user).session.id;
      const ofEarlierSession = aKey(user, { createdBySession: earlier, at: noonPlus(-8 * 24 * 3600) }).key;
      const own = aKey(user).key;
      await users.unitOfWork.run(async (tx) => {
        await tx.sessions.add(session);
        for (const key of [ofSession, ofEarlierSession, own]) await tx.apiKeys.add(key);
      });
      return async () => {
        const keys = [ofSession, ofEarlierSession, own];
        const found = await users.unitOfWork.run((tx) => Promise.all(keys.map(({ id }) => tx.apiKeys.get(id))));
        return found.map(({ revokedAt }) => (revokedAt === null ? 'active' : 'revoked'));
      };
    };

    for (const [title, end] of [
      ['a new password', () => users.change(anActor(user), user.id, { password: NEW, currentPassword: OLD })],
      ['a reset', async () => users.resetPassword(await users.send(user, 'password_reset'), NEW)],
      ['staff who disable the user', () => users.change(users.asOwner, user.id, { status: 'disabled' })],
    ] as const) {
      it(`are revoked by ${title}, others stay`, async () => {
        const states = await addKeys();
        await end();
        expect(await states()).to.deep.equal(['revoked', 'active', 'active']);
      });
    }

    it('are all revoked on request, each with an audit entry', async () => {
      for (const revoke of [
        () => users.change(anActor(user), user.id, { password: NEW, currentPassword: OLD, revokeKeys: true }),
        async () => users.resetPassword(await users.send(user, 'password_reset'), OLD, true),
      ]) {
        const states = await addKeys();
        await revoke();
        expect(await states()).to.deep.equal(['revoked', 'revoked', 'revoked']);
      }
      const { items } = await users.auditQueries.list({ filter: { action: 'api_key.revoked' }, page: { limit: 100 } });
      expect(items.map(Json.parse)).to.have.length(6);
    });

    it('are not all revoked without a new password', async () => {
      const states = await addKeys();
      await users.change(anActor(user), user.id, { name: 'Ada', revokeKeys: true });
      expect(await states()).to.deep.equal(['active', 'active', 'active']);
    });
  });

  it('notifies the user of a new password at the e-mail from before', async () => {
    const patch = { password: NEW, currentPassword: OLD, email: 'new@example.com' };
    await users.change(anActor(user), user.id, patch);
    expect(await users.waiting()).to.have.deep.members([
      ['password_changed', 'ada@example.com'],
      ['email_change_requested', 'ada@example.com'],
      ['email_change', 'new@example.com'],
    ]);
  });
});

describe('the password of a caller', () => {
  it('does not confirm a change if it was changed while it was verified', async () => {
    const stored = aUser({ passwordHash: 'the hash of another password' });
    const verified = (hash: string) => ({ hash, useSecondFactor: async () => {} });
    const { unitOfWork } = await openMemoryStorage();
    const confirm = (hash: string) =>
      unitOfWork.run((tx) => requirePassword(tx, { user: stored, verified: verified(hash) }));
    const error = await rejectionOf(confirm('the hash that matched'));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors[0]).to.deep.include({ path: ['current_password'] });
    await confirm('the hash of another password');
  });
});
