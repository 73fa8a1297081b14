import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { Work } from '#core/storage.ts';
import { eraseSubscriptions } from '#core/subscriptions/steps/erase-subscriptions.ts';
import { storeSubscription } from '#core/subscriptions/steps/store-step.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const usd = (minor: bigint): Money => Money.ofMinor(minor, USD);

const aMovement = (fields: Partial<SubscriptionMovement> = {}): SubscriptionMovement => ({
  subscriptionId: ids.next('sub'),
  version: 1,
  kind: 'new',
  amount: usd(1000n),
  mrr: usd(1000n),
  at: NOON,
  ...fields,
});

export const subscriptionMovementsContract = (name: string, open: OpenStorage): void => {
  describe(`SubscriptionMovementRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const add = (...movements: SubscriptionMovement[]) => run((tx) => tx.subscriptionMovements.add(movements));
    const findLast = (id: Id<'sub'>) => run((tx) => tx.subscriptionMovements.findLast(id));
    const listOf = (...some: Id<'sub'>[]) => run((tx) => tx.subscriptionMovements.listOf(some));

    it('lists the movements of some subscriptions, the oldest first, and finds the last', async () => {
      const first = aMovement({ version: 3, at: noonPlus(0.001) });
      const { subscriptionId } = first;
      const converted = { ...first, kind: 'trial_converted', amount: usd(0n) } as const;
      const left = aMovement({ subscriptionId, version: 12, kind: 'churn', amount: usd(-1000n), mrr: usd(0n) });
      const other = aMovement();
      await add(first, converted);
      await add(aMovement(), other);
      expect(await findLast(subscriptionId)).to.deep.equal(converted);
      await add(left);
      expect(await findLast(subscriptionId)).to.deep.equal(left);
      expect(await listOf(other.subscriptionId, subscriptionId)).to.deep.equal([first, converted, left, other]);
      expect(await listOf(subscriptionId, ids.next('sub'))).to.deep.equal([first, converted, left]);
    });

    it('finds none of a subscription without any', async () => {
      await add();
      const id = ids.next('sub');
      expect(await findLast(id)).to.equal(undefined);
      expect(await listOf(id)).to.deep.equal([]);
      expect(await listOf()).to.deep.equal([]);
    });

    for (const [currency, minor] of [
      ['KWD', 31_000_000_000_000_000n],
      ['JPY', 1n],
    ] as const) {
      it(`keeps an amount of ${minor} minor units of ${currency}`, async () => {
        const mrr = Money.ofMinor(minor, currency as Currency);
        const movements = [
          aMovement({ amount: mrr, mrr }),
          aMovement({ kind: 'contraction', amount: mrr.times(-1n), mrr }),
        ];
        await add(...movements);
        expect(await listOf(...movements.map((each) => each.subscriptionId))).to.deep.equal(movements);
      });
    }

    it('keeps nothing of a transaction that fails', async () => {
      const movement = aMovement();
      const failing = run(async (tx) => {
        await tx.subscriptionMovements.add([movement]);
        await tx.subscriptions.get(movement.subscriptionId);
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect(await findLast(movement.subscriptionId)).to.equal(undefined);
    });

    it('keeps those of an erased user, and adds the churn', async () => {
      const plan = aPlan();
      const { subscription } = aStart({ plan });
      const { id, userId } = subscription;
      await run(async (tx) => {
        await tx.plans.add(plan);
        await storeSubscription(tx, Actor.system, { before: null, after: subscription });
      });
      const buyer = { userId, orderIds: [] };
      await run((tx) => eraseSubscriptions(tx, { actor: Actor.system, buyer, at: noonPlus(60) }));
      const moved = await listOf(id);
      const left = { kind: 'churn', version: 2, amount: usd(-3000n), mrr: usd(0n), at: noonPlus(60) } as const;
      const begun = aMovement({ subscriptionId: id, amount: usd(3000n), mrr: usd(3000n) });
      expect(moved).to.deep.equal([begun, { ...begun, ...left }]);
      const events = await storage().eventsOf(id);
      expect(events.map(({ resourceVersion }) => resourceVersion)).to.deep.equal([1, 2]);
    });
  });
};
