import { CHANGES, LAST_CHANGE, NEXT_CREATION, ROWS } from '#adapters/postgres/analytics/export-statements.ts';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { DATASET_NAMES, type Source } from '#core/analytics/export/datasets.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';
import { seedPayments } from '../../support/seeding/seed-payments.ts';

const MANY = 20_000;

const SOURCES: readonly Source[] = ['orders', 'payments', 'refunds'];

const [MARCH, APRIL] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')];

const LIMIT = 50;

const STATEMENTS: Readonly<Record<string, Statement>> = {
  ...Object.fromEntries(
    DATASET_NAMES.map((dataset) => [
      `a page of ${dataset}`,
      ROWS[dataset]({ at: MARCH, id: 'p', before: APRIL, limit: LIMIT }),
    ]),
  ),
  ...Object.fromEntries(
    SOURCES.flatMap((source) => [
      [`changes of ${source}`, CHANGES[source]({ at: MARCH, id: '', limit: LIMIT })],
      [`the next creation of ${source}`, NEXT_CREATION[source]({ from: MARCH })],
      [`the last change of ${source}`, LAST_CHANGE[source]({})],
    ]),
  ),
};

describe('plans of the export for analysis', () => {
  const client = useSeededClient(async (seeded) => {
    await seedOrders(seeded, MANY);
    await seedPayments(seeded, MANY);
  });

  for (const [what, statement] of Object.entries(STATEMENTS)) {
    it(`read ${what} by an index, and little more than the page`, () => expectIndexed(client(), [statement], 300));
  }
});
