import { expect } from 'chai';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Queries that every read of figures refuses, and the parameter that is wrong. */
const OF_ZONE = [
  ['timezone=Mars/Olympus', 'timezone'],
  ['currency=ABC', 'currency'],
  ['currency=usd', 'currency'],
] as const;

const OF_RANGE = [
  ...OF_ZONE,
  ['from=2026-02-01&to=2026-01-01', 'from'],
  ['from=2026-01-01&to=2026-01-01', 'from'],
  ['from=yesterday', 'from'],
  ['from=2026-02-30', 'from'],
  ['from=0001-01-01', 'from'],
  ['to=9999-12-31', 'to'],
] as const;

const OF_INTERVALS = [
  ...OF_RANGE,
  ['interval=minute', 'interval'],
  ['interval=hour&from=2010-01-01&to=2020-01-01', 'interval'],
  ['compare=next', 'compare'],
] as const;

const REFUSED: Readonly<Record<string, readonly (readonly [query: string, parameter: string])[]>> = {
  '': [...OF_RANGE, ['interval=day', 'interval'], ['compare=previous', 'compare']],
  '/sales': [...OF_INTERVALS, ['group_by=colour', 'group_by'], ['group_by=product&limit=101', 'limit']],
  '/users': [...OF_INTERVALS, ['cohorts=maybe', 'cohorts']],
  '/business': [...OF_INTERVALS, ['group_by=product', 'group_by']],
  '/live': [...OF_ZONE, ['from=2026-01-01', 'from']],
};

onService('the reports', ({ app }) => {
  for (const [path, queries] of Object.entries(REFUSED)) {
    it(`of /api/analytics${path} name the parameter that is wrong`, async () => {
      for (const [query, parameter] of queries) {
        const problem = expectProblem(await app().call(`/api/analytics${path}?${query}`), 400, 'invalid_parameter');
        expect(problem.errors[0].parameter, query).to.equal(parameter);
      }
    });
  }

  it('have every interval with zeros in a currency without figures', async () => {
    for (const path of ['/sales', '/users', '/business']) {
      const { status, json } = await app().call(`/api/analytics${path}?currency=XPF&from=2026-01-01&to=2026-02-01`);
      expect([status, json.currency, json.series.length]).to.deep.equal([200, 'XPF', 31]);
    }
    const { json } = await app().call('/api/analytics/sales?currency=XPF&group_by=product');
    expect([json.totals.gross, json.totals.average_order_value, json.groups]).to.deep.equal([0, null, []]);
  });

  it('have at most 10,000 intervals, however long they are', async () => {
    const days = await app().call('/api/analytics/sales?from=1990-01-01&to=2017-01-01');
    expect([days.status, days.json.series.length]).to.deep.equal([200, 9_862]);
    const range = 'interval=hour&from=2025-01-01T00:00:00Z';
    const most = await app().call(`/api/analytics/sales?${range}&to=2026-02-21T16:00:00Z`);
    expect([most.status, most.json.series.length]).to.deep.equal([200, 10_000]);
    const more = await app().call(`/api/analytics/sales?${range}&to=2026-02-21T16:00:01Z`);
    expect(expectProblem(more, 400, 'invalid_parameter').detail).to.include('by hour it has 10001');
  });

  it('have a year by the hour', async () => {
    const { json } = await app().call('/api/analytics/sales?interval=hour&from=2025-01-01&to=2026-01-01');
    expect(json.series).to.have.length(8_760);
  });
});
