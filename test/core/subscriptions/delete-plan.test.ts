import { expect } from 'chai';
import { makeDeletePlan } from '#core/subscriptions/use-cases/plan-use-cases.ts';
import { anActor, aUser, clockAt, NOON } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('makeDeletePlan', () => {
  it('deletes only plans without subscriptions', async () => {
    const { unitOfWork } = await openMemoryStorage();
    const [used, unused] = [aPlan(), aPlan()];
    await unitOfWork.run(async (tx) => {
      await tx.plans.add(used);
      await tx.plans.add(unused);
      await tx.subscriptions.add(aStart({ plan: used }).subscription);
    });
    const remove = ({ id }: typeof used) =>
      unitOfWork.run(makeDeletePlan({ clock: clockAt(NOON) })(anActor(aUser()), { id, expected: undefined }));
    await remove(unused);
    const refusal = await rejectionOf(remove(used));
    expect(refusal).to.include({ kind: 'conflict', code: 'conflict' });
    expect(refusal.message).to.include('Archive it');
  });
});
