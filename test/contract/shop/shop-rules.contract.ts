import { expect } from 'chai';
import { MAIL_LANGUAGES } from '#core/mails/mail-language.ts';
import { CUSTOMER_PERMISSIONS, type RuleValues } from '#core/shop/rules.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import type { Work } from '#core/storage.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const OTHERS: Partial<RuleValues> = {
  prices_include_tax: true,
  tax_rounding: 'total',
  order_expiry_minutes: 0.05,
  max_unpaid_guest_stock_per_address: 1_000_000_000,
  customer_permissions: CUSTOMER_PERMISSIONS,
  mails: [],
  mail_language: MAIL_LANGUAGES[1],
  mail_from: 'Linen "&" 𝒜 <shop@shop.example>',
  order_page_url: 'https://shop.example/orders?lang=en',
  withdrawal_for: 'all',
  withdrawal_days: 365,
  transport_days: 0,
  return_costs: 'shop',
  dunning_schedule: [2, 4],
  webhook_retry_schedule: [0.05, 604_800],
};

export const shopRulesContract = (name: string, open: OpenStorage): void => {
  describe(`the rules of the shop on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const queries = () => storage().shopRulesQueries;
    const change = (values: Partial<RuleValues>): Promise<ShopRules> =>
      run(async (tx) => {
        const before = await tx.shopRules.get();
        const changed = ShopRules.change(before, { ...ShopRules.valuesOf(before), ...values }, noonPlus(1));
        await tx.shopRules.save(changed);
        return changed;
      });

    it('exist from the beginning, with their defaults, and are not seeded', async () => {
      const rules = await run((tx) => tx.shopRules.get());
      expect(rules).to.deep.equal(ShopRules.initial(rules.createdAt));
      expect(ShopRules.isSeeded(rules)).to.equal(false);
      expect(await queries().get()).to.deep.equal(rules);
    });

    it('are stored with every value, and read without a lock', async () => {
      const changed = await change(OTHERS);
      expect(ShopRules.isSeeded(changed)).to.equal(true);
      expect(await queries().get()).to.deep.equal(changed);
      expect(await run((tx) => tx.shopRules.read())).to.deep.equal(changed);
      expect(await run((tx) => tx.shopRules.get())).to.deep.equal(changed);
    });

    it('reject a change of a stale version', async () => {
      const rules = await run((tx) => tx.shopRules.get());
      await change({ order_expiry_minutes: 1 });
      const values = { ...ShopRules.valuesOf(rules), order_expiry_minutes: 2 };
      const attempt = run((tx) => tx.shopRules.save(ShopRules.change(rules, values, noonPlus(2))));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
      expect((await queries().get()).order_expiry_minutes).to.equal(1);
    });

    it('lose no concurrent change', async () => {
      const { version } = await queries().get();
      await Promise.all([1, 2, 3, 4, 5].map((minutes) => change({ order_expiry_minutes: minutes })));
      expect((await queries().get()).version).to.equal(version + 5);
    });

    it('know a recorded sale, which is no new version, and forget one that was rolled back', async () => {
      const before = await queries().get();
      await run(async (tx) => {
        expect(await tx.shopRules.recordSale()).to.deep.equal({ ...before, hasSales: true });
        throw new Error('rolled back');
      }).catch(() => {});
      expect(await queries().get()).to.deep.equal(before);
      await run((tx) => tx.shopRules.recordSale());
      expect(await queries().get()).to.deep.equal({ ...before, hasSales: true });
      expect(await change({ order_expiry_minutes: 9 })).to.include({ hasSales: true, version: before.version + 1 });
    });
  });

  describe(`the rules of a shop with orders that recorded no sale on ${name}`, () => {
    const storage = useStorage(open);

    it('know that something was sold', async () => {
      const { unitOfWork } = storage();
      expect((await unitOfWork.run((tx) => tx.shopRules.get())).hasSales).to.equal(false);
      await unitOfWork.run((tx) => tx.orders.add(aGuestOrder(), []));
      expect((await unitOfWork.run((tx) => tx.shopRules.get())).hasSales).to.equal(true);
    });
  });
};
