import { expect } from 'chai';
import { Discount, discountView } from '#core/pricing/discount.ts';
import type { RuleRepository } from '#core/pricing/ports.ts';
import { ShippingMethod, shippingMethodView } from '#core/pricing/shipping-method.ts';
import { TaxRate, taxRateView } from '#core/pricing/tax-rate.ts';
import { Json } from '#core/shared/page.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { Change } from '#core/shared/signals.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { aDiscount, aShippingMethod, aTaxRate } from '../../support/builders/pricing-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const context = { storeCurrency: USD, at: noonPlus(1) };

const LARGE_TAX_RATE = {
  percent: 8.8875,
  region: 'New "York"',
  postal_prefix: '10',
  tax_category: 'books',
  valid_from: NOON,
  valid_to: noonPlus(0.001),
};

const LARGE_SHIPPING_METHOD = {
  active: false,
  countries: ['DE', 'AT'],
  regions: ['Tirol', 'with "quotes"'],
  currency: 'KWD',
  price_by: 'weight',
  weight_unit: 'oz',
  tiers: [
    { up_to: 0.001, price: 0 },
    { up_to: 999_999_999, price: 999_999_999_999.99 },
    { up_to: null, price: 1.234 },
  ],
  free_above: 0.001,
  tax_category: '𝒜',
} as const;

const LARGE_DISCOUNT = {
  active: false,
  kind: 'amount',
  percent: null,
  amount: 999_999_999_999.99,
  currency: 'EUR',
  min_total: 0.01,
  min_quantity: 2_147_483_647,
  product_ids: [ids.next('prod')],
  category_ids: [ids.next('cat'), ids.next('cat')],
  first_order: true,
  valid_from: NOON,
  valid_to: noonPlus(1),
  max_uses: 7,
  max_uses_per_customer: 1,
  combinable: true,
  priority: -1_000_000,
} as const;

type Kind<R extends Resource> = Readonly<{
  repository: (tx: Transaction) => RuleRepository<R>;
  /** From the smallest to the largest. */
  make: () => readonly [R, ...R[]];
  rename: (rule: R, name: string) => R;
}>;

const TAX_RATES: Kind<TaxRate> = {
  repository: (tx) => tx.taxRates,
  make: () => [aTaxRate({ percent: 0 }), aTaxRate(LARGE_TAX_RATE)],
  rename: (rate, name) => TaxRate.change(rate, { ...TaxRate.fieldsOf(rate), name }, noonPlus(1)),
};

const SHIPPING_METHODS: Kind<ShippingMethod> = {
  repository: (tx) => tx.shippingMethods,
  make: () => [aShippingMethod(), aShippingMethod(LARGE_SHIPPING_METHOD)],
  rename: (method, name) => ShippingMethod.change(method, { ...ShippingMethod.fieldsOf(method), name }, context),
};

const DISCOUNTS: Kind<Discount> = {
  repository: (tx) => tx.discounts,
  make: () => [
    aDiscount({ code: null }),
    aDiscount({ kind: 'free_shipping', percent: null }),
    aDiscount({ kind: 'fixed_price', percent: null, price: 0, product_ids: [ids.next('prod')] }),
    aDiscount(LARGE_DISCOUNT),
  ],
  rename: (discount, name) => Discount.change(discount, { ...Discount.fieldsOf(discount), name }, context),
};

export const pricingRulesContract = (name: string, open: OpenStorage): void => {
  const describeRepository = <R extends Resource>(title: string, { repository, make, rename }: Kind<R>): void => {
    describe(`${title} on ${name}`, () => {
      const storage = useStorage(open);
      const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
      const get = (id: R['id']) => run((tx) => repository(tx).get(id));

      const added = async (): Promise<R> => {
        const [rule] = make();
        await run((tx) => repository(tx).add(rule));
        return rule;
      };

      it('round-trips the smallest and the largest', async () => {
        for (const rule of make()) {
          await run((tx) => repository(tx).add(rule));
          expect(await get(rule.id)).to.deep.equal(rule);
          const changed = rename(rule, 'Another');
          await run((tx) => repository(tx).save(changed));
          expect(await get(rule.id)).to.deep.equal(changed);
        }
      });

      it('rejects a change of a stale version and keeps the current one', async () => {
        const rule = await added();
        await run((tx) => repository(tx).save(rename(rule, 'First')));
        const attempt = run((tx) => repository(tx).save(rename(rule, 'Second')));
        expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
        expect(await get(rule.id)).to.deep.equal(rename(rule, 'First'));
      });

      it('removes, and finds nothing for an unknown id', async () => {
        const { id } = await added();
        await run((tx) => repository(tx).remove(id));
        for (const attempt of [get(id), run((tx) => repository(tx).remove(id))]) {
          expect(await rejectionOf(attempt)).to.include({ kind: 'not_found' });
        }
      });

      it('runs transactions that lock the table one at a time', async () => {
        const steps: string[] = [];
        const step = (label: string) =>
          run(async (tx) => {
            await repository(tx).lock();
            // any read: it waits for the lock
            await repository(tx)
              .get(ids.next('txr') as R['id'])
              .catch(() => {});
            steps.push(`${label} begins`);
            await new Promise((resolve) => setTimeout(resolve, 20));
            steps.push(`${label} ends`);
          });
        await Promise.all([step('one'), step('other')]);
        expect(steps.map((text) => text.split(' ')[1])).to.deep.equal(['begins', 'ends', 'begins', 'ends']);
      });

      it('announces changes after their commit, and none of a dry run', async () => {
        const changes: Change[] = [];
        storage().referenceDataChanges.subscribe((change) => changes.push(change));
        const [dry] = make();
        await storage().unitOfWork.dryRun((tx) => repository(tx).add(dry));
        const rule = await added();
        expect(changes).to.deep.include({ kind: 'changed', id: rule.id });
        changes.length = 0;
        await run((tx) => repository(tx).save(rename(rule, 'Another')));
        await run((tx) => repository(tx).remove(rule.id));
        const own = changes.filter((change) => change.kind === 'changed' && change.id === rule.id);
        expect(own).to.have.length.at.least(2);
        expect(changes).to.not.deep.include({ kind: 'changed', id: dry.id });
      });
    });
  };

  describeRepository('TaxRateRepository', TAX_RATES);
  describeRepository('ShippingMethodRepository', SHIPPING_METHODS);
  describeRepository('DiscountRepository', DISCOUNTS);
  describeQueries(name, open);
};

const describeQueries = (name: string, open: OpenStorage): void => {
  describe(`PricingQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const [rates, methods, discounts] = [TAX_RATES.make(), SHIPPING_METHODS.make(), DISCOUNTS.make()];

    before(() =>
      run(async (tx) => {
        for (const rate of rates) await tx.taxRates.add(rate);
        for (const method of methods) await tx.shippingMethods.add(method);
        for (const discount of discounts) await tx.discounts.add(discount);
      }),
    );

    it('reads what every order is priced by', async () => {
      const tables = await storage().pricingQueries.tables();
      expect(tables).to.deep.equal({
        taxRates: rates,
        shippingMethods: methods.slice(0, 1),
        automaticDiscounts: discounts.slice(0, 1),
      });
    });

    it('finds discounts by their codes', async () => {
      const [, second, third] = discounts;
      const codes = [third?.code ?? '', 'UNKNOWN', second?.code ?? ''];
      expect(await storage().pricingQueries.findDiscounts(codes)).to.deep.equal([second, third]);
      expect(await storage().pricingQueries.findDiscounts([])).to.deep.equal([]);
    });

    it('finds a discount by its code in a transaction', async () => {
      const [, second] = discounts;
      const find = (code: string) => storage().unitOfWork.run((tx) => tx.discounts.findByCode(code));
      expect(await find(second?.code ?? '')).to.deep.equal(second);
      expect(await find('UNKNOWN')).to.equal(undefined);
    });

    it('shows the same views as the core', async () => {
      const { pricingQueries } = storage();
      const page = { filter: {}, page: { limit: 10 } };
      const viewsOf = ({ items }: Readonly<{ items: readonly Json<unknown>[] }>) =>
        items.map((item) => Json.parse(item));
      const discountViews = discounts.map((discount) => discountView(discount, 0));
      expect(viewsOf(await pricingQueries.listTaxRates(page))).to.deep.equal(rates.map(taxRateView).reverse());
      expect(viewsOf(await pricingQueries.listShippingMethods(page))).to.deep.equal(
        methods.map(shippingMethodView).reverse(),
      );
      expect(viewsOf(await pricingQueries.listDiscounts(page))).to.deep.equal(discountViews.reverse());
      const found = await pricingQueries.findDiscount(discounts[0].id);
      expect(found && Json.parse(found.view)).to.deep.equal(discountView(discounts[0], 0));
      expect(await pricingQueries.findTaxRate(ids.next('txr'))).to.equal(undefined);
      expect((await pricingQueries.findShippingMethod(methods[0].id))?.version).to.equal(1);
    });

    it('finds a tax rate that overlaps, of the same scope', async () => {
      const overlapping = (rate: TaxRate) => run((tx) => tx.taxRates.findOverlapping(rate));
      const { postal_prefix: _, ...wider } = LARGE_TAX_RATE;
      expect(await overlapping(aTaxRate({ ...LARGE_TAX_RATE, region: ' new "york" ' }))).to.deep.equal(rates[1]);
      expect(await overlapping(aTaxRate({ ...LARGE_TAX_RATE, valid_from: noonPlus(0.001), valid_to: null }))).to.equal(
        undefined,
      );
      expect(await overlapping(aTaxRate(wider))).to.equal(undefined);
      expect(await overlapping(rates[0])).to.equal(undefined);
      expect(await run((tx) => tx.taxRates.count())).to.equal(2);
      expect(await run((tx) => tx.discounts.countAutomatic())).to.equal(1);
    });
  });
};
