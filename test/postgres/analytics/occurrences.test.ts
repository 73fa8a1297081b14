import { expect } from 'chai';
import type { Transaction } from '#core/storage.ts';
import { aSession, aUser } from '../../support/builders/builders.ts';
import { openPostgresStorage } from '../../support/servers/postgres-storage.ts';

describe('occurrences that two transactions take', () => {
  it('are divided between them without waiting', async () => {
    const { unitOfWork, close } = await openPostgresStorage();
    const user = aUser();
    await unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      for (const { session } of [aSession(user), aSession(user)]) await tx.sessions.add(session);
    });
    const takeOne = (tx: Transaction) => tx.analytics.takeOccurrences(1);
    const [first, second, third] = await unitOfWork.run(async (tx) => [
      await takeOne(tx),
      await unitOfWork.run(takeOne),
      await unitOfWork.run(takeOne),
    ]);
    expect([first, second, third].map((taken) => taken?.length)).to.deep.equal([1, 1, 0]);
    await close();
  });
});
