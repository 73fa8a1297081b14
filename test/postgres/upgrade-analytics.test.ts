import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { ids, noonPlus } from '../support/builders.ts';
import { countChanged, reportDeps } from '../support/counted-figures.ts';
import { openDatabaseAt } from '../support/former-schema.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

const NAME = 'former_analytics';

const MRR = Money.ofMinor(1_000n, 'USD' as Currency);

describe('an upgrade of a database whose figures have no subscriptions', () => {
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(NAME, '20270112-analytics');
    await database.pool.query(
      "insert into analytics_generations (generation, time_zone, status, position) values (1, 'Europe/Berlin', 'current', 0)",
    );
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(NAME));
    await storage.unitOfWork.run((tx) =>
      tx.subscriptionMovements.add([
        { subscriptionId: ids.next('sub'), version: 1, kind: 'new', amount: MRR, mrr: MRR, at: noonPlus(-60) },
      ]),
    );
  });
  after(() => storage.close());

  it('counts them, beside the figures that are shown until then', async () => {
    const statuses = async () =>
      (await storage.analyticsQueries.generations()).map(({ number, status }) => `${number} ${status}`);
    expect(await statuses()).to.deep.equal(['1 current', '2 building']);
    await countChanged(storage);
    expect(await statuses()).to.deep.equal(['2 current']);
    const { totals } = await makeReportBusiness(reportDeps(storage))({ to: '2027-01-01' });
    expect(totals).to.include({ mrr: 10, active_subscriptions: 1 });
  });
});
