import { expect } from 'chai';
import { Discount } from '#core/pricing/discount.ts';
import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import type { DiscountUser, RefusedUse } from '#core/pricing/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import type { User } from '#core/users/user.ts';
import { aUser, ids, noonPlus, USD } from '../../support/builders/builders.ts';
import { aDiscount } from '../../support/builders/pricing-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** What a claim that is refused throws, so that nothing of it is stored. */
class Refused extends Error {
  readonly refusals: readonly RefusedUse[];

  constructor(refusals: readonly RefusedUse[]) {
    super('refused');
    this.refusals = refusals;
  }
}

export const discountUsesContract = (name: string, open: OpenStorage): void => {
  describe(`uses of discounts on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const added = async (fields: Partial<DiscountFields> = {}): Promise<Discount> => {
      const discount = aDiscount(fields);
      await run((tx) => tx.discounts.add(discount));
      return discount;
    };

    const addedUser = async (email: string, emailVerifiedAt: Date | null = noonPlus(-1)): Promise<User> => {
      const user = aUser({ email, emailVerifiedAt });
      await run((tx) => tx.users.add(user));
      return user;
    };

    type ClaimOptions = Readonly<{ usedBy?: DiscountUser; customerKey?: string | null; isConcurrent?: boolean }>;

    /**
     * Claims in a transaction and returns each discount's reason of refusal. Also checks that `findUsedUp` predicts it, except
     * for concurrent claims and unknown customers.
     */
    const claim = async (
      discounts: readonly Discount[],
      { usedBy = ids.next('ord'), customerKey = null, isConcurrent = false }: ClaimOptions = {},
    ): Promise<readonly (string | undefined)[]> => {
      const uses = discounts.map(({ id, maxUsesPerCustomer }) => ({ discountId: id, maxUsesPerCustomer }));
      const predicted = await storage().pricingQueries.findUsedUp(uses, { customerKey, usedBy: null });
      const attempt = run(async (tx) => {
        const refusals = await tx.discounts.claim(uses, { usedBy, customerKey });
        if (refusals.length > 0) throw new Refused(refusals);
        return refusals;
      });
      const refusals = await attempt.catch((error) => {
        if (error instanceof Refused) return error.refusals;
        throw error;
      });
      // without a customer, limits per customer are not predicted
      const isUnknown = customerKey === null && uses.some((use) => use.maxUsesPerCustomer !== null);
      if (!isUnknown && !isConcurrent) expect(predicted).to.deep.equal(refusals);
      return discounts.map(({ id }) => refusals.find(({ discountId }) => discountId === id)?.reason);
    };

    const release = (usedBy: DiscountUser) => run((tx) => tx.discounts.release(usedBy));
    const usesOf = ({ id }: Discount) => run((tx) => tx.discounts.countUses(id));

    const change = (id: Discount['id'], fields: Partial<DiscountFields>): Promise<Discount> =>
      run(async (tx) => {
        const before = await tx.discounts.get(id);
        const context = { storeCurrency: USD, at: noonPlus(1) };
        const after = Discount.change(before, { ...Discount.fieldsOf(before), ...fields }, context);
        await tx.discounts.save(after);
        return after;
      });

    it('are checked for an order without its own use', async () => {
      const discount = await added({ max_uses: 1, max_uses_per_customer: 1 });
      const customer = { usedBy: ids.next('ord'), customerKey: 'ada@example.com' };
      await claim([discount], customer);
      const use = { discountId: discount.id, maxUsesPerCustomer: 1 };
      const predicted = (usedBy: DiscountUser | null) =>
        storage().pricingQueries.findUsedUp([use], { ...customer, usedBy });
      expect(await predicted(customer.usedBy)).to.deep.equal([]);
      expect(await predicted(null)).to.deep.equal([{ discountId: discount.id, reason: 'used_up' }]);
    });

    it('are counted with and without a limit', async () => {
      const discount = await added();
      for (let count = 0; count < 3; count += 1) expect(await claim([discount])).to.deep.equal([undefined]);
      expect(await usesOf(discount)).to.equal(3);
      const found = await storage().pricingQueries.findDiscount(discount.id);
      expect(found && Json.parse(found.view).uses).to.equal(3);
    });

    it('are refused beyond the limit in total, and released once', async () => {
      const discount = await added({ max_uses: 2 });
      const usedBy = ids.next('ord');
      expect(await claim([discount], { usedBy })).to.deep.equal([undefined]);
      expect(await claim([discount])).to.deep.equal([undefined]);
      expect(await claim([discount])).to.deep.equal(['used_up']);
      for (let count = 0; count < 2; count += 1) await release(usedBy);
      expect(await usesOf(discount)).to.equal(1);
      expect(await claim([discount])).to.deep.equal([undefined]);
      expect(await claim([discount])).to.deep.equal(['used_up']);
    });

    it('are released except those of some discounts', async () => {
      const [kept, other] = [await added({ max_uses: 1 }), await added({ max_uses: 1 })];
      const usedBy = ids.next('sub');
      await claim([kept, other], { usedBy });
      await run((tx) => tx.discounts.release(usedBy, [kept.id]));
      expect([await usesOf(kept), await usesOf(other)]).to.deep.equal([1, 0]);
      expect(await run((tx) => tx.discounts.listUsed(usedBy))).to.deep.equal([kept.id]);
      expect(await claim([kept])).to.deep.equal(['used_up']);
      expect(await claim([other])).to.deep.equal([undefined]);
    });

    it('are refused beyond the limit per customer, and to an unknown customer under such a limit', async () => {
      const discount = await added({ max_uses_per_customer: 1 });
      const usedBy = ids.next('ord');
      expect(await claim([discount], { usedBy, customerKey: 'ada@example.com' })).to.deep.equal([undefined]);
      expect(await claim([discount], { customerKey: 'ada@example.com' })).to.deep.equal(['used_up_by_customer']);
      expect(await claim([discount], { customerKey: 'bob@example.com' })).to.deep.equal([undefined]);
      expect(await claim([discount])).to.deep.equal(['used_up_by_customer']);
      await release(usedBy);
      expect(await claim([discount], { customerKey: 'ada@example.com' })).to.deep.equal([undefined]);
      expect(await usesOf(discount)).to.equal(2);
    });

    it('are counted for a user and a guest with the e-mail of the account as for one customer', async () => {
      const user = await addedUser('Eve@example.com');
      const discount = await added({ max_uses_per_customer: 1 });
      const usedBy = ids.next('ord');
      await claim([discount], { usedBy, customerKey: user.id });
      expect(await claim([discount], { customerKey: 'eve@example.com' })).to.deep.equal(['used_up_by_customer']);
      await release(usedBy);
      expect(await claim([discount], { customerKey: 'eve@example.com' })).to.deep.equal([undefined]);
      expect(await claim([discount], { customerKey: user.id })).to.deep.equal(['used_up_by_customer']);
    });

    it('of guests are those of a user with their e-mail once the user has proved it', async () => {
      const user = await addedUser('unproved@example.com', null);
      const discount = await added({ max_uses_per_customer: 1 });
      const usedBy = ids.next('ord');
      expect(await claim([discount], { customerKey: 'unproved@example.com' })).to.deep.equal([undefined]);
      expect(await claim([discount], { customerKey: user.id, usedBy })).to.deep.equal([undefined]);
      expect(await claim([discount], { customerKey: user.id })).to.deep.equal(['used_up_by_customer']);
      await release(usedBy);
      await run(async (tx) => {
        const before = await tx.users.get(user.id);
        await tx.users.save({ ...before, emailVerifiedAt: noonPlus(1), version: before.version + 1 });
      });
      expect(await claim([discount], { customerKey: user.id })).to.deep.equal(['used_up_by_customer']);
    });

    it('follow a user whose e-mail has changed since', async () => {
      const user = await addedUser('old@example.com');
      const discount = await added({ max_uses_per_customer: 1 });
      await claim([discount], { customerKey: user.id });
      await run(async (tx) => {
        const before = await tx.users.get(user.id);
        await tx.users.save({ ...before, email: 'new@example.com', version: before.version + 1 });
      });
      for (const customerKey of [user.id, 'old@example.com', 'new@example.com']) {
        expect(await claim([discount], { customerKey }), customerKey).to.deep.equal(['used_up_by_customer']);
      }
    });

    it('of guest orders are counted for the user that they are assigned to', async () => {
      const user = await addedUser('claimer@example.com');
      const discount = await added({ max_uses_per_customer: 1 });
      const usedBy = ids.next('ord');
      await claim([discount], { usedBy, customerKey: 'guest@example.com' });
      await run((tx) => tx.discounts.assignUser([usedBy, ids.next('ord')], user.id));
      expect(await claim([discount], { customerKey: user.id })).to.deep.equal(['used_up_by_customer']);
    });

    it('are granted once to a user and a guest with one e-mail who claim at the same time', async () => {
      const user = await addedUser('race@example.com');
      const discount = await added({ max_uses_per_customer: 1 });
      const keys = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? user.id : 'race@example.com'));
      const outcomes = await Promise.all(
        keys.map((customerKey) => claim([discount], { customerKey, isConcurrent: true })),
      );
      expect(outcomes.filter(([reason]) => reason === undefined)).to.have.length(1);
      expect(await usesOf(discount)).to.equal(1);
    });

    it('are listed by what uses them: an order or a subscription', async () => {
      const [first, second] = [await added(), await added()];
      const usedBy = ids.next('sub');
      await claim([first, second], { usedBy });
      await claim([first]);
      const listed = () => run((tx) => tx.discounts.listUsed(usedBy));
      expect(await listed()).to.have.members([first.id, second.id]);
      await release(usedBy);
      expect(await listed()).to.deep.equal([]);
      expect(await usesOf(first)).to.equal(1);
    });

    it('of several discounts are refused for each that is used up, and none is stored', async () => {
      const [free, limited] = [await added(), await added({ max_uses: 1 })];
      await claim([limited]);
      const usedBy = ids.next('ord');
      expect(await claim([limited, free], { usedBy })).to.deep.equal(['used_up', undefined]);
      expect(await usesOf(free)).to.equal(0);
      expect(await claim([free], { usedBy })).to.deep.equal([undefined]);
    });

    it('can be claimed again by an order that has released them', async () => {
      const discount = await added({ max_uses: 1, max_uses_per_customer: 1 });
      const order = { usedBy: ids.next('ord'), customerKey: 'ada@example.com' };
      await claim([discount], order);
      await run(async (tx) => {
        await tx.discounts.release(order.usedBy);
        const use = { discountId: discount.id, maxUsesPerCustomer: 1 };
        expect(await tx.discounts.claim([use], order)).to.deep.equal([]);
      });
      expect(await usesOf(discount)).to.equal(1);
    });

    it('are limited by a lowered limit, also one below the uses', async () => {
      const unlimited = await added();
      const [first, second] = [ids.next('ord'), ids.next('ord')];
      await claim([unlimited], { usedBy: first });
      await claim([unlimited], { usedBy: second });
      const limited = await change(unlimited.id, { max_uses: 1 });
      expect(await claim([limited])).to.deep.equal(['used_up']);
      await release(first);
      expect(await claim([limited])).to.deep.equal(['used_up']);
      await release(second);
      expect(await claim([limited])).to.deep.equal([undefined]);
    });

    it('are limited by a raised limit', async () => {
      const limited = await added({ max_uses: 1 });
      await claim([limited]);
      const raised = await change(limited.id, { max_uses: 2 });
      expect(await claim([raised])).to.deep.equal([undefined]);
      expect(await claim([raised])).to.deep.equal(['used_up']);
    });

    it('are not limited any more by a removed limit', async () => {
      const limited = await added({ max_uses: 1 });
      await claim([limited]);
      expect(await claim([limited])).to.deep.equal(['used_up']);
      expect(await claim([await change(limited.id, { max_uses: null })])).to.deep.equal([undefined]);
    });

    it('are limited per customer, earlier uses included, by a new limit', async () => {
      const { id } = await added({ max_uses_per_customer: 5 });
      const customer = { customerKey: 'ada@example.com' };
      await claim([await change(id, {})], customer);
      await claim([await change(id, { max_uses_per_customer: null })], customer);
      const limited = await change(id, { max_uses_per_customer: 2 });
      expect(await claim([limited], customer)).to.deep.equal(['used_up_by_customer']);
      expect(await claim([await change(id, { max_uses_per_customer: 3 })], customer)).to.deep.equal([undefined]);
    });

    it('are never more than the limits under concurrent claims', async () => {
      const limited = await added({ max_uses: 7 });
      const personal = await added({ max_uses_per_customer: 3 });
      const customer = { customerKey: 'ada@example.com' };
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim([limited], { isConcurrent: true })));
      expect(outcomes.filter(([reason]) => reason === undefined)).to.have.length(7);
      expect(await usesOf(limited)).to.equal(7);
      const own = await Promise.all(
        Array.from({ length: 20 }, () => claim([personal], { ...customer, isConcurrent: true })),
      );
      expect(own.filter(([reason]) => reason === undefined)).to.have.length(3);
      expect(await usesOf(personal)).to.equal(3);
    });

    it('of a removed discount are refused', async () => {
      const discount = await added();
      await claim([discount]);
      await run((tx) => tx.discounts.remove(discount.id));
      expect(await claim([discount])).to.deep.equal(['used_up']);
      expect(await usesOf(discount)).to.equal(0);
    });

    it('remain when a customer is erased', async () => {
      const discount = await added({ max_uses_per_customer: 1 });
      const usedBy = ids.next('ord');
      await claim([discount], { usedBy, customerKey: 'gone@example.com' });
      await run((tx) => tx.discounts.eraseCustomer({ userId: ids.next('usr'), emailKey: 'gone@example.com' }));
      expect(await usesOf(discount)).to.equal(1);
      expect(await claim([discount], { customerKey: 'gone@example.com' })).to.deep.equal([undefined]);
      await release(usedBy);
      expect(await usesOf(discount)).to.equal(1);
    });
  });
};
