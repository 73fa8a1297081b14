import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { untilCounted } from '../../support/builders/figures.ts';
import { calculationsOf, exampleTables, type Reports, type Schemas } from '../../support/builders/worked-example.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { runSeed } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe('the worked example of docs/metrics.md', () => {
  let app: TestApp;
  let doc: string;
  let reports: Reports;
  let schemas: Schemas;
  before(async () => {
    doc = await readFile('docs/metrics.md', 'utf8');
    const url = await createDatabase();
    const [, args = ''] = /^npm run seed -- (.*)$/m.exec(doc) ?? [];
    const { code, stderr } = await runSeed(args.split(' '), {
      DATABASE_URL: url,
      SECRET_KEY: 'the secret key of services in tests',
    });
    expect(code, stderr).to.equal(0);
    app = await startApp({ DATABASE_URL: url });
    await untilCounted(url);
    const get = async <Body>(path: string): Promise<Body> => (await app.call(path)).json as Body;
    const [, range = ''] = /^HALF='(from=\S+)'$/m.exec(doc) ?? [];
    reports = {
      sales: await get<Reports['sales']>(`/api/analytics/sales?${range}&group_by=category&limit=5`),
      users: await get<Reports['users']>(`/api/analytics/users?${range}&cohorts=true`),
      business: await get<Reports['business']>(`/api/analytics/business?${range}`),
    };
    ({ schemas } = (await get<{ components: { schemas: Schemas } }>('/api/openapi.json')).components);
  });
  after(() => app?.stop());

  it('has the definitions of the API, and the figures of the seeded year', () => {
    for (const table of exampleTables(reports, schemas)) expect(doc).to.include(table);
    expect(doc).to.include(`${reports.business.products_never_sold} products`);
  });

  it('calculates each figure that results from others', () => {
    for (const [name, { text, result }] of Object.entries(calculationsOf(reports))) {
      const [report = '', figure = ''] = name.split('.');
      const { totals } = reports[report as keyof Reports];
      expect(totals[figure], `${name} = ${text}`).to.be.closeTo(result, 0.005);
    }
    const [cohort] = reports.users.cohorts;
    const net = cohort?.months.reduce((sum, month) => sum + (month['net'] ?? 0), 0) ?? 0;
    expect(doc).to.include(`${Math.round(net * 100) / 100} / ${cohort?.['buyers']} = ${cohort?.['lifetime_value']}`);
  });
});
