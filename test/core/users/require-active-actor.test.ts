import { expect } from 'chai';
import { ApiKey } from '#core/access/api-key.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import { requireActiveActor } from '#core/users/steps/require-may-store.ts';
import type { User } from '#core/users/user.ts';
import { aKey, anActor, aSession, aUser, NOON } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('requireActiveActor', () => {
  /** Authenticates an admin, runs a change, and checks the admin again. */
  const lookAgain = async (
    kind: 'session' | 'api_key',
    happens: (input: { admin: User; key: ApiKey; sessionId: `ses_${string}` }) => Work<unknown>,
  ): Promise<void> => {
    const { unitOfWork } = await openMemoryStorage();
    const admin = aUser({ role: 'admin' });
    const [{ key }, { session }] = [aKey(admin), aSession(admin)];
    await unitOfWork.run(async (tx) => {
      await tx.users.add(admin);
      await tx.apiKeys.add(key);
      await tx.sessions.add(session);
    });
    const actor = { ...anActor(admin), kind, credentialId: kind === 'session' ? session.id : key.id };
    await unitOfWork.run(happens({ admin, key, sessionId: session.id }));
    await unitOfWork.run((tx) => requireActiveActor(tx, actor));
  };

  for (const kind of ['session', 'api_key'] as const) {
    it(`accepts a ${kind} with the same scopes or more`, async () => {
      await lookAgain(kind, () => async () => {});
      await lookAgain(
        kind,
        ({ admin }) =>
          (tx) =>
            tx.users.save({ ...admin, version: 2, role: 'owner' }),
      );
    });

    for (const [title, change] of [
      ['was disabled', { status: 'disabled' }],
      ['lost rights', { role: 'staff' }],
    ] as const) {
      it(`rejects a ${kind} whose user ${title}`, async () => {
        const attempt = lookAgain(
          kind,
          ({ admin }) =>
            (tx) =>
              tx.users.save({ ...admin, version: 2, ...change }),
        );
        expect(await rejectionOf(attempt)).to.include({ kind: 'unauthenticated', code: 'revoked_api_key' });
      });
    }
  }

  it('rejects an ended session and a revoked or deleted key', async () => {
    for (const attempt of [
      lookAgain(
        'session',
        ({ sessionId }) =>
          (tx) =>
            tx.sessions.remove(sessionId),
      ),
      lookAgain(
        'api_key',
        ({ key }) =>
          (tx) =>
            tx.apiKeys.save(ApiKey.revoke(key, NOON)),
      ),
      lookAgain(
        'api_key',
        ({ admin }) =>
          (tx) =>
            tx.apiKeys.removeAllOf(admin.id),
      ),
    ]) {
      expect(await rejectionOf(attempt)).to.include({ kind: 'unauthenticated' });
    }
  });

  it('accepts the service itself', async () => {
    const { unitOfWork } = await openMemoryStorage();
    await unitOfWork.run((tx) => requireActiveActor(tx, Actor.system));
  });
});
