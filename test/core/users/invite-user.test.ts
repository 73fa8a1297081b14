import { expect } from 'chai';
import type { User } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { anActor, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

const ADA = { email: 'Ada@example.com', name: 'Ada', role: 'staff' } as const;

describe('inviteUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  const missing = async (attempt: Promise<unknown>): Promise<unknown> => {
    const error = await rejectionOf(attempt);
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    return error.details['required_scope'];
  };

  it('creates a user without a password and requests a mail', async () => {
    const user = await users.invite(users.asOwner, { ...ADA, permissions: ['audit:read'] });
    expect(user).to.deep.include({ ...ADA, permissions: ['audit:read'], passwordHash: null, invitedAt: noonPlus(0) });
    expect(await users.get(user.id)).to.deep.equal(user);
    expect(await users.waiting()).to.deep.equal([['invitation', 'ada@example.com']]);
    const [event] = await users.eventsOf(user.id);
    expect(event).to.deep.include({ type: 'user.created', data: userView(user) });
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ action: 'user.created' });
    expect(entry?.after).to.include({ role: 'staff', invited_at: noonPlus(0).toISOString(), name: '[withheld]' });
  });

  it('invites once more with the new fields, and the former token becomes invalid', async () => {
    const invited = await users.invite(users.asOwner, ADA);
    const token = await users.send(invited, 'invitation');
    users.clock.advance(60);
    const again = await users.invite(users.asOwner, { email: 'ada@EXAMPLE.com', name: 'Ada L.', role: 'analyst' });
    expect(again).to.deep.include({ id: invited.id, name: 'Ada L.', role: 'analyst', permissions: [], version: 2 });
    expect(again.invitedAt).to.deep.equal(noonPlus(60));
    expect((await rejectionOf(users.resetPassword(token, 'the new one'))).fieldErrors[0]?.code).to.equal(
      'token.invalid',
    );
    expect(await users.waiting()).to.deep.equal([['invitation', 'ada@example.com']]);
    const [, event] = await users.eventsOf(invited.id);
    expect(event?.type).to.equal('user.updated');
  });

  it('is accepted by its token, which sets the password and verifies the e-mail', async () => {
    const invited = await users.invite(users.asOwner, ADA);
    const token = await users.send(invited, 'invitation');
    await users.resetPassword(token, 'the password');
    const accepted = { passwordHash: 'hash of the password', invitedAt: null, emailVerifiedAt: noonPlus(0) };
    expect(await users.get(invited.id)).to.deep.include(accepted);
    expect((await rejectionOf(users.resetPassword(token, 'the new one'))).fieldErrors).to.have.length(1);
    expect(await rejectionOf(users.invite(users.asOwner, ADA))).to.include({ code: 'already_exists' });
  });

  it('gives the inviter a link where no mail is sent, which sets the password and proves no e-mail', async () => {
    const { user, link } = await users.inviteByLink(users.asOwner, ADA);
    expect(await users.waiting()).to.deep.equal([]);
    const again = await users.inviteByLink(users.asOwner, ADA);
    const [former, token] = [link, again.link].map(
      (each) => /^https:\/\/shop\.example\/accept\?token=(cpi_\w+)$/.exec(each ?? '')?.[1],
    );
    expect((await rejectionOf(users.resetPassword(former ?? '', 'the password'))).fieldErrors).to.have.length(1);
    await users.resetPassword(token ?? '', 'the password');
    const accepted = { passwordHash: 'hash of the password', invitedAt: null, emailVerifiedAt: null };
    expect(await users.get(user.id)).to.deep.include(accepted);
    expect((await rejectionOf(users.resetPassword(token ?? '', 'the new one'))).fieldErrors).to.have.length(1);
  });

  it('ends when somebody sets the password otherwise', async () => {
    const first = await users.invite(users.asOwner, ADA);
    await users.resetPassword(await users.send(first, 'password_reset'), 'the password');
    const second = await users.invite(users.asOwner, { ...ADA, email: 'bob@example.com' });
    const token = await users.send(second, 'invitation');
    await users.change(users.asOwner, second.id, { password: 'the password' });
    for (const { id } of [first, second]) expect((await users.get(id)).invitedAt).to.equal(null);
    expect((await rejectionOf(users.resetPassword(token, 'the new one'))).fieldErrors).to.have.length(1);
  });

  it('stays open with other changes', async () => {
    const { id } = await users.invite(users.asOwner, ADA);
    expect((await users.change(users.asOwner, id, { phone: '+351 912 345 678' })).invitedAt).to.deep.equal(noonPlus(0));
  });

  for (const [title, account] of [
    ['with a password', { passwordHash: 'hash of the old one' }],
    ['that is disabled', { status: 'disabled' }],
  ] as const satisfies readonly (readonly [string, Partial<User>])[]) {
    it(`rejects an account ${title}`, async () => {
      const user = await users.join({ email: 'ada@example.com', ...account });
      const error = await rejectionOf(users.invite(users.asOwner, ADA));
      expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
      expect(error.fieldErrors[0]?.path).to.deep.equal(['email']);
      expect(await users.get(user.id)).to.deep.equal(user);
      expect(await users.waiting()).to.deep.equal([]);
    });
  }

  it('invites a user who was created without a password', async () => {
    const { id } = await users.join({ email: 'ada@example.com', phone: '+351 912 345 678' });
    const invited = await users.invite(users.asOwner, ADA);
    expect(invited).to.include({ id, role: 'staff', phone: '+351 912 345 678' });
  });

  it('grants no more than the actor holds, and invites nobody who holds more', async () => {
    const admin = anActor(await users.join({ role: 'admin' }));
    expect(await missing(users.invite(admin, { ...ADA, role: 'owner' }))).to.equal('*');
    expect(await missing(users.invite(admin, { ...ADA, permissions: ['*'] }))).to.equal('*');
    const staff = anActor(await users.join({ role: 'staff' }));
    expect(await missing(users.invite(staff, ADA))).to.equal('users:write');
    const owner = await users.invite(users.asOwner, { ...ADA, role: 'owner' });
    expect(await missing(users.invite(admin, ADA))).to.equal('*');
    expect(await users.get(owner.id)).to.deep.equal(owner);
  });

  it('needs the password or a recent sign-in of a session, and neither of a key', async () => {
    const owner = await users.join({ role: 'owner', passwordHash: 'hash of the old one' });
    const actor = anActor(owner);
    await users.invite(actor, { ...ADA, email: 'bob@example.com' });
    users.clock.advance(601);
    expect(await rejectionOf(users.invite(actor, ADA))).to.include({ code: 'recent_sign_in_required' });
    expect((await users.invite(actor, ADA, 'the old one')).role).to.equal('staff');
    expect((await users.invite(aProgram(owner, '*'), ADA)).version).to.equal(2);
  });
});
