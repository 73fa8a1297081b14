import { expect } from 'chai';
import { PaymentMethod, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodListQuery } from '#core/payments/methods/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, momentAt, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aMethod, anActiveMethod, everyMethod } from '../../support/builders/payment-method-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const paymentMethodsContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentMethodRepository and PaymentMethodQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const added = async (method: PaymentMethod): Promise<PaymentMethod> => {
      await run((tx) => tx.paymentMethods.add(method));
      return method;
    };
    const find = ({ id }: PaymentMethod) => run((tx) => tx.paymentMethods.find(id));

    for (const [what, method] of Object.entries(everyMethod())) {
      it(`round-trip and show a method ${what}`, async () => {
        await added(method);
        expect(await find(method)).to.deep.equal(method);
        expect(await run((tx) => tx.paymentMethods.get(method.id))).to.deep.equal(method);
        expect(await run((tx) => tx.paymentMethods.lockForShare(method.id))).to.deep.equal(method);
        const found = await storage().paymentMethodQueries.find(method.id);
        if (PaymentMethod.isDeleted(method)) {
          expect(found).to.equal(undefined);
          return;
        }
        expect(found).to.include({ version: method.version, userId: method.userId });
        expect(Json.parse(found?.view ?? 'null')).to.deep.equal(paymentMethodView(method));
      });
    }

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aMethod();
      expect(await find(absent)).to.equal(undefined);
      expect(await run((tx) => tx.paymentMethods.lockForShare(absent.id))).to.equal(undefined);
      expect((await rejectionOf(run((tx) => tx.paymentMethods.get(absent.id)))).kind).to.equal('not_found');
      expect(await storage().paymentMethodQueries.find(absent.id)).to.equal(undefined);
      await run((tx) => tx.paymentMethods.remove(absent.id));
      const method = await added(anActiveMethod());
      await run((tx) => tx.paymentMethods.save(PaymentMethod.withDefault(method, true, momentAt(NOON))));
      const late = run((tx) => tx.paymentMethods.save(PaymentMethod.withDefault(method, true, momentAt(NOON))));
      expect((await rejectionOf(late)).kind).to.equal('conflict');
    });

    it('list the methods of a user, the newest first, without removed ones', async () => {
      const userId = ids.next('usr');
      const older = await added(aMethod({ userId }));
      const newer = await added(anActiveMethod({ userId, at: noonPlus(1) }));
      await added(PaymentMethod.remove(aMethod({ userId }), momentAt(NOON)));
      await added(aMethod());
      expect(await run((tx) => tx.paymentMethods.listOf(userId))).to.deep.equal([newer, older]);
      await run((tx) => tx.paymentMethods.remove(older.id));
      expect(await run((tx) => tx.paymentMethods.listOf(userId))).to.deep.equal([newer]);
    });

    it('erase what is left of a user’s removed methods, and name all of them', async () => {
      const userId = ids.next('usr');
      const removing = PaymentMethod.remove(anActiveMethod({ userId }), momentAt(NOON));
      const [active, gone] = [
        anActiveMethod({ userId }),
        PaymentMethod.endRemoval(aMethod({ userId }), momentAt(NOON)),
      ];
      for (const method of [removing, active, gone, aMethod()]) await added(method);
      const erased = await run((tx) => tx.paymentMethods.eraseOf(userId));
      expect(erased).to.have.members([removing.id, active.id, gone.id]);
      expect([await find(removing), await find(active), await find(gone)]).to.deep.equal([removing, active, undefined]);
    });

    it('find the default of a user', async () => {
      const userId = ids.next('usr');
      const findDefault = () => run((tx) => tx.paymentMethods.findDefault(userId));
      await added(anActiveMethod({ userId }));
      await added(anActiveMethod({}, true));
      expect(await findDefault()).to.equal(undefined);
      const { id } = await added(anActiveMethod({ userId }, true));
      expect(await findDefault()).to.equal(id);
    });

    it('refuse a second default of a user', async () => {
      const userId = ids.next('usr');
      const [first, second] = [await added(anActiveMethod({ userId }, true)), await added(anActiveMethod({ userId }))];
      const late = run((tx) => tx.paymentMethods.save(PaymentMethod.withDefault(second, true, momentAt(NOON))));
      expect((await rejectionOf(late)).kind).to.equal('conflict');
      await run(async (tx) => {
        await tx.paymentMethods.save(PaymentMethod.withDefault(first, false, momentAt(NOON)));
        await tx.paymentMethods.save(PaymentMethod.withDefault(second, true, momentAt(NOON)));
      });
      expect((await find(second))?.isDefault).to.equal(true);
    });

    it('find a method by its idempotency key until it expires', async () => {
      const idempotency = { key: `key ${ids.next('usr')}`, fingerprint: 'f' };
      const method = await added(aMethod({ idempotency }));
      const byKey = (since: Date) => run((tx) => tx.paymentMethods.findByKey(idempotency.key, since));
      expect(await byKey(NOON)).to.deep.equal(method);
      expect((await rejectionOf(added(aMethod({ idempotency })))).code).to.equal('conflict');
      expect(await byKey(noonPlus(1))).to.equal(undefined);
      expect(await find(method)).to.deep.equal({ ...method, idempotency: null });
      await added(aMethod({ idempotency }));
    });

    it('lease the method that is due first, once', async () => {
      const [first, second] = [aMethod({ at: noonPlus(-7200) }), aMethod({ at: noonPlus(-3600) })];
      for (const method of [second, first]) await added(method);
      const claim = () => run((tx) => tx.paymentMethods.claimDue(noonPlus(-1800), noonPlus(30)));
      expect([await claim(), await claim(), await claim()]).to.deep.equal([first.id, second.id, undefined]);
      expect(await find(first)).to.deep.equal({ ...first, nextCheckAt: noonPlus(30), checkCount: 1 });
      const later = { ...first, nextCheckAt: noonPlus(60), checkCount: 5 };
      await run((tx) => tx.paymentMethods.postpone(later));
      expect(await find(first)).to.deep.equal(later);
    });

    it('remove methods that failed before a time', async () => {
      const failure = { code: 'declined', message: 'No.' };
      const [old, recent, active] = [
        await added(PaymentMethod.fail(aMethod(), failure, momentAt(noonPlus(-86_400)))),
        await added(PaymentMethod.fail(aMethod(), failure, momentAt(NOON))),
        await added(anActiveMethod()),
      ];
      expect(await run((tx) => tx.paymentMethods.removeFailedBefore(noonPlus(-3600)))).to.equal(1);
      expect([await find(old), await find(recent), await find(active)]).to.deep.equal([undefined, recent, active]);
    });

    it('list the newest first, by filters and owner', async () => {
      const userId = ids.next('usr');
      const older = await added(anActiveMethod({ userId, gateway: 'manual' }));
      const newer = await added(aMethod({ userId, at: noonPlus(1) }));
      await added(PaymentMethod.remove(anActiveMethod({ userId }), momentAt(NOON)));
      const list = async (query: Partial<PaymentMethodListQuery>) => {
        const { items } = await storage().paymentMethodQueries.list({ filter: {}, page: { limit: 20 }, ...query });
        return items.map((item) => Json.parse(item).id);
      };
      for (const query of [{ ownerId: userId }, { filter: { user_id: userId } }]) {
        expect(await list(query)).to.deep.equal([newer.id, older.id]);
      }
      expect(await list({ filter: { gateway: 'manual' } })).to.deep.equal([older.id]);
      expect(await list({ filter: { gateway: 'manual', status: 'saving' } })).to.deep.equal([]);
      expect(await list({ ownerId: userId, filter: { status: 'saving' } })).to.deep.equal([newer.id]);
      expect(await list({ ownerId: ids.next('usr'), filter: { user_id: userId } })).to.deep.equal([]);
    });

    it('roll back what a failed transaction wrote', async () => {
      const method = aMethod();
      const failing = run(async (tx) => {
        await tx.paymentMethods.add(method);
        await tx.paymentMethods.get(ids.next('pm'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect(await find(method)).to.equal(undefined);
    });
  });
};
