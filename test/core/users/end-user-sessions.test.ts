import { expect } from 'chai';
import type { Session } from '#core/access/session.ts';
import type { Actor } from '#core/shared/actor.ts';
import { makeEndUserSession, makeEndUserSessions } from '#core/users/use-cases/end-user-sessions.ts';
import type { User } from '#core/users/user.ts';
import { aKey, anActor, aSession, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

describe('ending the sessions of a user', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  /** Starts a session that creates a key. */
  const start = async (user: User) => {
    const { session } = aSession(user);
    const { key } = aKey(user, { createdBySession: session.id });
    await users.unitOfWork.run(async (tx) => {
      await tx.sessions.add(session);
      await tx.apiKeys.add(key);
    });
    const find = async () => ({
      isActive: (await users.unitOfWork.run((tx) => tx.sessions.find(session.id))) !== undefined,
      isRevoked: (await users.unitOfWork.run((tx) => tx.apiKeys.find(key.id)))?.revokedAt !== null,
    });
    return { ...session, find };
  };
  const end = (actor: Actor, session: Pick<Session, 'id' | 'userId'>) =>
    users.unitOfWork.run(makeEndUserSession({ systemClock: users.clock })(actor, session));
  const endAll = (actor: Actor, user: User) =>
    users.unitOfWork.run(makeEndUserSessions({ systemClock: users.clock })(actor, user.id));
  const [ACTIVE, ENDED] = [
    { isActive: true, isRevoked: false },
    { isActive: false, isRevoked: true },
  ];

  it('ends one with the keys that it created, and keeps the others', async () => {
    const user = await users.join({ role: 'staff' });
    const [ended, kept] = [await start(user), await start(user)];
    users.clock.advance(60);
    await end(users.asOwner, ended);
    expect([await ended.find(), await kept.find()]).to.deep.equal([ENDED, ACTIVE]);
    const { items } = await users.auditQueries.list({ filter: { resource_id: ended.id }, page: { limit: 10 } });
    const [entry] = items.map((item) => JSON.parse(item));
    expect(entry).to.deep.include({
      action: 'session.ended',
      before: { user_id: user.id },
      created_at: noonPlus(60).toISOString(),
    });
    expect(entry.actor).to.include({ user_id: users.owner.id });
  });

  it('ends all of that user only', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [first, second, another] = [await start(user), await start(user), await start(other)];
    await endAll(anActor(await users.join({ role: 'staff' })), user);
    expect([await first.find(), await second.find(), await another.find()]).to.deep.equal([ENDED, ENDED, ACTIVE]);
    expect((await users.auditOf(user.id)).map(({ action }) => action)).to.deep.equal(['user.signed_out']);
  });

  it('rejects a session of another user, and an unknown one', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const session = await start(other);
    for (const id of [session.id, ids.next('ses')]) {
      const error = await rejectionOf(end(users.asOwner, { ...session, id, userId: user.id }));
      expect(error).to.include({ kind: 'not_found', code: 'not_found' });
    }
    expect(await session.find()).to.deep.equal(ACTIVE);
  });

  for (const [title, caller, target, missing] of [
    ['staff those of staff', { role: 'staff' }, { role: 'staff' }, 'users:write'],
    ['an admin those of an owner', { role: 'admin' }, { role: 'owner' }, '*'],
    ['an analyst those of a customer', { role: 'analyst' }, {}, 'customers:write'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const [actor, user] = [anActor(await users.join(caller)), await users.join(target)];
      const session = await start(user);
      for (const attempt of [end(actor, session), endAll(actor, user)]) {
        const error = await rejectionOf(attempt);
        expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
        expect(error.details).to.include({ required_scope: missing });
      }
      expect(await session.find()).to.deep.equal(ACTIVE);
    });
  }

  it('lets customers end their own, by a session and not by a key', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [own, another] = [await start(user), await start(other)];
    expect(await rejectionOf(endAll(anActor(user), other))).to.include({ kind: 'not_found' });
    expect(await rejectionOf(endAll(aProgram(user), user))).to.include({ code: 'insufficient_scope' });
    await endAll(anActor(user), user);
    expect([await own.find(), await another.find()]).to.deep.equal([ENDED, ACTIVE]);
  });
});
