import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { CSV } from '../../support/builders/imports.ts';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** A row of JSON as CSV shows it: null is an empty cell, and what looks like a formula is text. */
const cellsOf = (row: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('=') ? `'${value}` : String(value ?? ''),
    ]),
  );

onService('figures as CSV', ({ app }) => {
  const json = async (path: string) => {
    const reply = await app().call(`/api/analytics/${path}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  };

  const call = (path: string, accept = CSV) => app().call(`/api/analytics/${path}`, { headers: { Accept: accept } });

  const csv = async (path: string): Promise<readonly Row[]> => {
    const reply = await call(path);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    return parse(reply.text, { columns: true });
  };

  /** Expects the columns and cells of rows of JSON. */
  const expectTable = async (path: string, rows: readonly Row[]): Promise<void> => {
    const table = await csv(path);
    expect(table).to.deep.equal(rows.map(cellsOf));
    expect(Object.keys(table[0] ?? {})).to.deep.equal(Object.keys(rows[0] ?? {}));
  };

  before(async () => {
    const scarf = await createProduct(app(), { name: '=Wool "scarf", long', price: 10, category: 'Scarves' });
    const shirt = await createProduct(app(), { name: 'Linen shirt', price: 20 });
    const ada = await createUser(app(), { name: '=SUM(A1)' });
    const { id } = await createOrder(app(), { user_id: ada.id, items: itemsOf([scarf, shirt], 2) });
    const { id: paid } = await createPayment(app(), id);
    await paymentStep(app(), paid, 'refunds', { amount: 5.5 });
    const guest = await createOrder(app(), { email: 'grace@example.com', items: itemsOf([scarf], 1) });
    await createPayment(app(), guest.id);
    await eventually('all is counted', async () => {
      const { totals } = await json('sales');
      const { sign_ins: signIns } = (await json('users')).totals;
      return totals.gross === 70 && totals.refunds === 5.5 && signIns === 1;
    });
  });

  it('have the series of a report, with its columns and cells', async () => {
    for (const report of ['sales', 'users', 'business']) {
      for (const query of [
        '',
        '?interval=month&timezone=Asia/Kathmandu',
        '?interval=hour&currency=JPY',
        '?from=2026-01-01&to=2026-01-02',
      ]) {
        const { series } = await json(`${report}${query}`);
        await expectTable(`${report}${query}`, series);
      }
    }
    const { headers } = await call('sales');
    expect(headers.get('content-disposition')).to.equal('attachment; filename="sales.csv"');
    for (const accept of [CSV, 'application/json'])
      expect((await call('sales', accept)).headers.get('vary')).to.equal('Authorization, Cookie, Origin, Accept');
  });

  it('have the period before beside each column', async () => {
    for (const report of ['sales', 'users', 'business']) {
      for (const range of ['', '&interval=month&from=2026-02-03&to=2026-04-02']) {
        const query = `${report}?compare=previous${range}`;
        const { series, previous } = await json(query);
        const count = Math.max(series.length, previous.series.length);
        const rows = Array.from({ length: count }, (_, index) =>
          Object.fromEntries(
            Object.keys(series[0]).flatMap((name) => [
              [name, series[index]?.[name]],
              [`previous_${name}`, previous.series[index]?.[name]],
            ]),
          ),
        );
        await expectTable(query, rows);
      }
    }
  });

  it('have the groups instead, whose labels run no formula', async () => {
    for (const by of ['product', 'category', 'user']) {
      const { groups } = await json(`sales?group_by=${by}`);
      expect(groups).to.have.length(2);
      await expectTable(`sales?group_by=${by}`, groups);
    }
    expect((await csv('sales?group_by=user')).map((row) => row['label'])).to.deep.equal(["'=SUM(A1)", 'Guests']);
    const { text } = await call('sales?group_by=product&currency=JPY');
    expect(text).to.match(/^key,label,gross,refunds,net,[a-z_,]+\r\n$/);
  });

  it('have the months of cohorts instead', async () => {
    const { cohorts } = await json('users?cohorts=true');
    const rows = cohorts.flatMap(({ months, ...cohort }: { months: readonly object[]; [name: string]: unknown }) =>
      months.map((month) => ({
        ...Object.fromEntries(Object.entries(cohort).map(([name, value]) => [`cohort_${name}`, value])),
        ...month,
      })),
    );
    expect(rows).to.have.length(1);
    await expectTable('users?cohorts=true', rows);
    await expectTable('users?cohorts=false&compare=previous', await csv('users?compare=previous'));
  });

  it('have the rows of a question', async () => {
    for (const query of [
      'metrics=net,orders',
      'metrics=net,refund_rate,average_order_value&dimensions=day',
      'metrics=gross,net&dimensions=category,month',
      'metrics=units&dimensions=month,product&sort=-product',
      'metrics=payments_succeeded,payment_success_rate&dimensions=gateway',
    ]) {
      const { rows } = await json(`query?${query}`);
      expect(rows).to.not.deep.equal([]);
      await expectTable(`query?${query}`, rows);
    }
    const { text } = await call('query?metrics=net&dimensions=week,product&currency=JPY');
    expect(text).to.equal('week,product,product_label,net\r\n');
  });

  it('are refused where a table has no place for them', async () => {
    for (const query of ['sales?group_by=product&compare=previous', 'users?cohorts=true&compare=previous']) {
      const { errors } = expectProblem(await call(query), 400, 'invalid_parameter');
      expect(errors[0].parameter).to.equal('compare');
      await json(query);
    }
    expectProblem(await call('query?metrics=mrr'), 400, 'invalid_parameter');
  });

  it('are sent only to clients that prefer them', async () => {
    const typeOf = async (path: string, accept: string) => (await call(path, accept)).headers.get('content-type');
    for (const path of ['sales', 'users', 'business', 'query?metrics=net']) {
      expect(await typeOf(path, '*/*')).to.match(/^application\/json/);
      expect(await typeOf(path, 'application/json, text/csv')).to.match(/^application\/json/);
      expect(await typeOf(path, 'text/csv, application/json;q=0.9')).to.match(/^text\/csv/);
      const { detail } = expectProblem(await call(path, 'application/xml'), 406, 'not_acceptable');
      expect(detail).to.equal('Accept must allow application/json or text/csv');
    }
    expectProblem(await app().call('/api/analytics', { headers: { Accept: CSV } }), 406, 'not_acceptable');
  });

  it('are documented', async () => {
    const { json: document } = await app().call('/api/openapi.json');
    for (const path of ['sales', 'users', 'business', 'query']) {
      const { content } = document.paths[`/api/analytics/${path}`].get.responses[200];
      expect(Object.keys(content)).to.deep.equal(['application/json', 'text/csv']);
    }
  });
});
