import { expect } from 'chai';
import fc from 'fast-check';
import { NO_CURRENCY } from '#core/analytics/entry.ts';
import { monthKey } from '#core/analytics/interval.ts';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import { makeReportSales } from '#core/analytics/use-cases/report-sales.ts';
import { makeReportUsers } from '#core/analytics/use-cases/report-users.ts';
import type { CohortView } from '#core/analytics/users-report.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { aUser } from '../../support/builders/builders.ts';
import {
  aReportRequest,
  countAll,
  expectFigures,
  reportDeps,
  SHOP_ZONE,
} from '../../support/builders/counted-figures.ts';
import { anOutcomeHistory, plainLists, plainOutcomes, storeOutcomes } from '../../support/builders/outcome-history.ts';
import {
  anOrderHistory,
  CURRENCIES,
  orderOf,
  plainBuyers,
  plainCohorts,
  plainFigures,
  type SoldHistory,
  storeSale,
} from '../../support/builders/sales-history.ts';
import {
  aSubscriptionHistory,
  movementsOf,
  plainSubscriptionFigures,
} from '../../support/builders/subscription-history.ts';
import { differencesOf, fullyPaid, plainTaxes } from '../../support/builders/tax-history.ts';
import { runs } from '../../support/extent.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** The number of buyers by cohort and month, without zeros. */
const buyersByMonth = (cohorts: readonly CohortView[]): ReadonlyMap<string, number> =>
  new Map(
    cohorts.flatMap(({ month: cohort, months }) =>
      months
        .filter(({ buyers }) => buyers > 0)
        .map(({ month, buyers }) => [`${cohort} ${laterMonth(cohort, month)}`, buyers] as const),
    ),
  );

const laterMonth = (month: string, count: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
};

/** A generation that no other test has. */
const OTHER_GENERATION = 1_000_000;

export const analyticsContract = (name: string, open: OpenStorage): void => {
  describe(`figures on ${name}`, () => {
    const storage = useStorage(open);
    const sales: SoldHistory[] = [];
    const outcomes: Parameters<typeof plainOutcomes>[0][number][] = [];
    const subscriptions: (readonly SubscriptionMovement[])[] = [];

    it('equal plain addition for any orders, range, interval, time zone and currency', async () => {
      const property = fc.asyncProperty(
        fc.array(anOrderHistory, { minLength: 1, maxLength: 8 }),
        aReportRequest,
        async (histories, request) => {
          for (const history of histories) {
            sales.push(await storage().unitOfWork.run(storeSale(orderOf(history), history)));
          }
          await countAll(storage());
          const report = await makeReportSales(reportDeps(storage()))(Actor.system, request);
          expectFigures(report, (from, to) => plainFigures(sales, request.currency, (at) => at >= from && at < to));
          const users = await makeReportUsers(reportDeps(storage()))({ ...request, cohorts: true });
          expectFigures(users, (from, to) => plainBuyers(sales, from, to));
          const monthOf = (at: Date): string => monthKey(SHOP_ZONE, at);
          const [first, last] = [monthOf(new Date(users.from)), monthOf(new Date(Date.parse(users.to) - 1))];
          expect(buyersByMonth(users.cohorts ?? [])).to.deep.equal(plainCohorts(sales, { monthOf, first, last }));
        },
      );
      await fc.assert(property, { numRuns: runs(25), endOnFailure: true });
    });

    it('equal plain addition for any payments, disputes and returns', async () => {
      const property = fc.asyncProperty(
        fc.array(fc.tuple(anOrderHistory, anOutcomeHistory), { minLength: 1, maxLength: 6 }),
        aReportRequest,
        async (histories, request) => {
          for (const [sold, history] of histories) {
            const order = orderOf(sold);
            sales.push(await storage().unitOfWork.run(storeSale(order, sold)));
            await storage().unitOfWork.run(storeOutcomes(order, history));
            outcomes.push({ currency: order.currency, history });
          }
          await countAll(storage());
          const report = await makeReportBusiness(reportDeps(storage()))(request);
          const { currency } = request;
          const within = (from: Date, to: Date) => ({ currency, isIn: (at: Date) => at >= from && at < to });
          expectFigures(report, (from, to) => plainOutcomes(outcomes, sales, within(from, to)));
          const lists = plainLists(outcomes, within(new Date(report.from), new Date(report.to)));
          expect(report.payments).to.have.deep.members(lists.payments);
          expect(report.failures).to.have.deep.members(lists.failures);
        },
      );
      await fc.assert(property, { numRuns: runs(25), endOnFailure: true });
    });

    it('divide the taxes of paid orders by country, rate and name', async () => {
      const property = fc.asyncProperty(
        fc.array(anOrderHistory, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...CURRENCIES),
        async (histories, currency) => {
          const paid = histories.map((history) => fullyPaid({ ...history, currency }));
          const year = { from: '2024-06-01', to: '2026-06-01', currency };
          const report = async () => (await makeReportBusiness(reportDeps(storage()))(year)).taxes;
          const before = await report();
          const added = await storage().unitOfWork.run(async (tx) => {
            const stored: SoldHistory[] = [];
            for (const history of paid) stored.push(await storeSale(orderOf(history), history)(tx));
            return stored;
          });
          sales.push(...added);
          await countAll(storage());
          expect(differencesOf(before, await report(), currency)).to.deep.equal(plainTaxes(added, currency));
        },
      );
      await fc.assert(property, { numRuns: runs(15), endOnFailure: true });
    });

    it('count the sign-ups of customers only, also once the accounts are removed', async () => {
      const at = new Date('2001-02-03T04:05:06Z');
      const users = (['customer', 'staff'] as const).map((role) => aUser({ role, createdAt: at }));
      const range = { from: new Date('2001-02-03'), to: new Date('2001-02-04'), starts: [new Date('2001-02-03')] };
      const signUps = async () => [...(await storage().analyticsQueries.signUps(range))];
      await storage().unitOfWork.run(async (tx) => {
        for (const user of users) await tx.users.add(user);
      });
      expect(await signUps()).to.deep.equal([[0, 1]]);
      await storage().unitOfWork.run(async (tx) => {
        for (const { id } of users) await tx.users.remove(id);
      });
      expect(await signUps()).to.deep.equal([[0, 1]]);
    });

    it('have no sums that add up to nothing', async () => {
      const cohort = { key: '2001-01', currency: NO_CURRENCY, start: new Date('2001-01-01T00:00:00Z') } as const;
      const count = (buyers: bigint) => {
        const changes = [{ ...cohort, dimension: 'cohort', grain: 'month', values: { buyers } }] as const;
        const counted = { entries: new Map(), replaced: [], labels: [], changes };
        return storage().unitOfWork.run((tx) => tx.analytics.count(OTHER_GENERATION, counted));
      };
      const found = () => {
        const months = { first: cohort.key, last: cohort.key };
        return storage().analyticsQueries.cohorts({ generation: OTHER_GENERATION, currency: NO_CURRENCY, ...months });
      };
      await count(2n);
      await count(-1n);
      expect(await found()).to.deep.equal([{ cohort: cohort.key, month: cohort.start, values: { buyers: 1n } }]);
      await count(-1n);
      expect(await found()).to.deep.equal([]);
    });

    it('equal plain addition for any subscriptions', async () => {
      const property = fc.asyncProperty(
        fc.array(aSubscriptionHistory, { minLength: 1, maxLength: 8 }),
        aReportRequest,
        async (histories, request) => {
          const added = histories.map(movementsOf);
          await storage().unitOfWork.run((tx) => tx.subscriptionMovements.add(added.flat()));
          subscriptions.push(...added);
          await countAll(storage());
          const report = await makeReportBusiness(reportDeps(storage()))(request);
          expectFigures(report, (from, to) =>
            plainSubscriptionFigures(subscriptions, { currency: request.currency, from, to }),
          );
        },
      );
      await fc.assert(property, { numRuns: runs(25), endOnFailure: true });
    });
  });
};
