import { expect } from 'chai';
import type { Session } from '#core/access/session.ts';
import type { Actor } from '#core/shared/actor.ts';
import { makeEndSession } from '#core/users/use-cases/end-user-sessions.ts';
import type { User } from '#core/users/user.ts';
import { anActor, aSession, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Access, openAccess } from './access-under-test.ts';

describe('endSession', () => {
  let access: Access;
  const user = aUser();

  beforeEach(async () => {
    access = await openAccess();
    await access.unitOfWork.run((tx) => tx.users.add(user));
  });

  const signIn = async (whose: User = user) => {
    const started = aSession(whose);
    await access.unitOfWork.run((tx) => tx.sessions.add(started.session));
    return started;
  };
  const end = (actor: Actor, id: Session['id']) => access.unitOfWork.run(makeEndSession(access)(actor, id));

  it('ends one session of the actor and keeps the others', async () => {
    const [own, other] = [await signIn(), await signIn()];
    await end(anActor(user), own.session.id);
    expect(await access.verify(own.token)).to.deep.equal({ kind: 'refused', reason: 'session_ended' });
    expect((await access.verify(other.token)).kind).to.equal('accepted');
  });

  it('ends the calling session too', async () => {
    const { session, token } = await signIn();
    await end({ ...anActor(user), credentialId: session.id }, session.id);
    expect((await access.verify(token)).kind).to.equal('refused');
  });

  it('records which session was ended, and by which', async () => {
    const { session } = await signIn();
    const actor = anActor(user);
    access.clock.advance(60);
    await end(actor, session.id);
    const [entry, ...others] = await access.audited();
    expect(entry).to.deep.include({
      actor: { kind: 'session', user_id: user.id, credential_id: actor.credentialId },
      action: 'session.ended',
      resource: { type: 'session', id: session.id },
      created_at: noonPlus(60).toISOString(),
    });
    expect(others).to.deep.equal([]);
  });

  it('rejects sessions of other users and unknown ones', async () => {
    const { session, token } = await signIn();
    for (const id of [session.id, ids.next('ses')]) {
      const error = await rejectionOf(end(access.asOwner, id));
      expect(error).to.include({ kind: 'not_found', code: 'not_found' });
    }
    expect((await access.verify(token)).kind).to.equal('accepted');
    await end(anActor(user), session.id);
    expect(await rejectionOf(end(anActor(user), session.id))).to.include({ kind: 'not_found' });
    expect(await access.audited()).to.have.length(1);
  });
});
