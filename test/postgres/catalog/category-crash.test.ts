import { expect } from 'chai';
import { csvOf, importFile } from '../../support/builders/imports.ts';
import { eventually } from '../../support/eventually.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql, whileLocked } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, spawnService } from '../../support/servers/spawn-service.ts';

/** Four and a half batches of the worker. */
const PRODUCTS = 4_500;

const FILE = csvOf(
  'sku,name,price,category',
  ...Array.from({ length: PRODUCTS }, (_, index) => `C-${index},a,1,Before`),
);

const LAST = 'select id from products order by created_at desc, id desc limit 1';

/** The products by their version and the category that their last event shows, and how often each is so. */
const ANNOUNCED = `
  select p.version, p.category_name, e.data ->> 'category' as shown,
    e.previous ->> 'category' as former, e.resource_version, count(*)::integer
  from products p
  join lateral (select * from events where resource_id = p.id order by sequence desc limit 1) e on true
  group by 1, 2, 3, 4, 5 order by 1`;

const BEGUN = 'select from category_announcements where horizon is not null';

const UPDATES = `select count(*)::integer from events where type = 'product.updated'`;

describe('a renamed category whose products are announced while the service is killed', () => {
  after(killLeftovers);

  it('is in one event and the next version of each product after a restart', async () => {
    const url = await createDatabase();
    const settings = { DATABASE_URL: url, SECRET_KEY: 'a secret key of the service before and after' };
    const doomed = await spawnService(settings);
    const call = callerOf(doomed.url, await ownerKeyOf(doomed.url));
    expect((await importFile({ call }, FILE)).json).to.include({ created: PRODUCTS });
    const [category] = (await call('/api/categories')).json.data;

    const body = { name: 'After' };
    expect((await call(`/api/categories/${category.id}`, { method: 'PATCH', body })).status).to.equal(200);
    // the worker begins once all earlier transactions have ended, and then waits for a product of its last batch
    await eventually('the announcement has begun', async () => (await runSql(url, BEGUN)).length > 0);
    await whileLocked(url, `${LAST} for update`, async (untilBlocked) => {
      await untilBlocked();
      expect(await doomed.end('SIGKILL')).to.include({ signal: 'SIGKILL' });
    });
    const announced = { version: 2, category_name: 'After', shown: 'After', former: 'Before' };
    const partly = await runSql(url, ANNOUNCED);
    expect(partly).to.deep.equal([
      { version: 1, category_name: 'Before', shown: 'Before', former: null, resource_version: 1, count: 500 },
      { ...announced, resource_version: 2, count: 4_000 },
    ]);

    const service = await spawnService(settings);
    await eventually('all products are announced', async () => {
      const left = await runSql(url, 'select from category_announcements');
      return left.length === 0;
    });
    expect(await runSql(url, ANNOUNCED)).to.deep.equal([{ ...announced, resource_version: 2, count: PRODUCTS }]);
    expect(await runSql(url, UPDATES)).to.deep.equal([{ count: PRODUCTS }]);
    expect(await service.end('SIGTERM')).to.deep.equal({ code: 0, signal: null, stderr: '' });
  });
});
