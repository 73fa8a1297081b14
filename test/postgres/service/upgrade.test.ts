import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { isMigrated, migrate } from '#adapters/postgres/migrations/migrate.ts';
import { MIGRATIONS } from '#adapters/postgres/schema.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { functionsOf, schemaOf } from '../../support/documents/schema-text.ts';
import { callerOf, OWNER } from '../../support/servers/calls.ts';
import { type Columns, columnsOf, dumpOf, runSql } from '../../support/servers/database.ts';
import { administer, createDatabase, urlOf } from '../../support/servers/postgres.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';

/** What `pg_dump --inserts` writes of a small shop at the last commit before the baseline. */
const DUMP = path.join(import.meta.dirname, 'former-version.sql.gz');

/** The key of the shop's encrypted values. */
const SECRET_KEY = 'the secret key of a shop of the former version';

/** The tables about the schema. */
const BOOKKEEPING = ['migrations', 'schema_requirements', 'shop_rules'];

/** The tables whose rows a migration changes. */
const CHANGED = ['discount_uses', 'discount_customers', 'subscriptions', 'product_search'];

/** The rows that no migration changes: all but those of variants, which inherit now, and of exempt subscribers. */
const UNCHANGED = {
  products: 'parent_id is null',
  order_items: 'product_id not in (select id from products where parent_id is not null)',
  users: 'id not in (select user_id from subscriptions where tax_id is not null)',
};

/** A key of the former version that has created two webhooks, and the session that created the key. */
const KEY_OF_SESSION = 'key_01m8c0w68pe00ax67mkq72bcn3';
const SESSION = 'ses_01m8c0w60ge00bc9k9dwg2j5qz';

/** How many migrations the former version had. */
const FORMER_MIGRATIONS = 84;

/** A database of the former version. @returns its URL. */
const restore = async (name: string): Promise<string> => {
  const database = `test_${process.pid}_${name}`;
  await administer(`create database ${database}`);
  await runSql(urlOf(database), String(await promisify(gunzip)(await readFile(DUMP))));
  return urlOf(database);
};

const withDatabase = async <T>(url: string, use: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ url });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
};

const PLAN_OF_GOODS = 'plan_01m8c0w12qe00aq49ha6g3fxfh';

type Document = Readonly<{ paths: Record<string, { get?: { parameters?: readonly { name: string }[] } }> }>;

/** The paths of the lists, but for those within a resource. */
const listsIn = ({ paths }: Document): string[] =>
  Object.entries(paths)
    .filter(([at, { get }]) => !at.includes('{') && get?.parameters?.some(({ name }) => name === 'cursor'))
    .map(([at]) => at);

describe('a database of the last version before the baseline', () => {
  let url: string;
  let columns: Columns;
  let rows: string;

  before(async () => {
    url = await restore('former');
    // as PostgreSQL 18 names the constraints of a table that was renamed since
    const names = 'idempotency_records_key_not_null to answers_key_not_null';
    await runSql(url, `alter table idempotency_records rename constraint ${names}`);
    await runSql(
      url,
      `update products set weight = 1.5, weight_unit = 'kg', tax_category = 'clothes' where name = 'Rain jacket'`,
      `update products set status = 'draft', tax_category = 'luxury', weight = 900 where name = 'Rain jacket M'`,
    );
    await runSql(
      url,
      `with exempt as (select id, latest_invoice_id from subscriptions where latest_invoice_id is not null and status = 'active'
          order by id limit 2), billed as (update invoices set tax_exemption = 'reverse_charge'
          where id in (select latest_invoice_id from exempt))
        update subscriptions set tax_id = case when id = (select min(id) from exempt) then 'atu 135-85627' else 'PT000000000' end
        where id in (select id from exempt)`,
    );
    await runSql(
      url,
      `insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', '${PLAN_OF_GOODS}', 'product_id',
          (select min(id) from products where stock is not null)))).* from plans p where id = 'plan_01m8c0w12qe00aq49ha6g3fxfg'`,
      `with moved as (update subscriptions set plan_id = '${PLAN_OF_GOODS}',
            billed_plan = jsonb_set(billed_plan::jsonb, '{planId}', '"${PLAN_OF_GOODS}"') where id = (select max(id) from subscriptions
          where status = 'active' and latest_invoice_id is not null and unbilled::text = '[]') returning latest_invoice_id)
        update invoices set status = 'open' where id in (select latest_invoice_id from moved)`,
    );
    await runSql(
      url,
      `update orders o set metadata = json_build_object('subscription_id', i.subscription_id, 'invoice_id', i.id)
        from (select min(id) as id, min(subscription_id) as subscription_id from invoices
          where subscription_id is not null and status = 'paid' and total > 0 group by id limit 1) i
        where o.id = (select min(order_id) from order_items)`,
    );
    await runSql(url, `update api_keys set created_by_session = '${SESSION}' where id = '${KEY_OF_SESSION}'`);
    columns = await columnsOf(url, [...BOOKKEEPING, ...CHANGED]);
    rows = await dumpOf(url, columns, UNCHANGED);
    await Promise.all([1, 2, 3].map(() => withDatabase(url, (database) => migrate(database))));
  });
  after(killLeftovers);

  it('is upgraded once, whatever the number of processes, and keeps every row', async () => {
    expect(rows).to.have.length.above(100_000);
    expect(await withDatabase(url, isMigrated)).to.equal(true);
    expect(await dumpOf(url, columns, UNCHANGED)).to.equal(rows);
    const [applied] = await runSql(url, 'select count(*)::integer, count(distinct name)::integer from migrations');
    expect(applied).to.deep.equal({ count: FORMER_MIGRATIONS + MIGRATIONS.length });
  });

  it('counts the trials that customers had', async () => {
    const rows = await runSql(
      url,
      `select s.trial_end is null as "hasNone", s.trial_of = array[coalesce(p.product_id, p.id)] as "isOfPlan",
          cardinality(s.trial_of) as count
        from subscriptions s join plans p on p.id = s.plan_id`,
    );
    expect(rows).to.have.length.above(0);
    for (const { hasNone, isOfPlan, count } of rows) {
      expect({ isOfPlan, count }).to.deep.equal(hasNone ? { isOfPlan: false, count: 0 } : { isOfPlan: true, count: 1 });
    }
  });

  it('confirms the tax numbers of subscriptions that were exempt, unless they are zeros', async () => {
    const confirmed = await runSql(
      url,
      `select u.tax_id, u.tax_id_confirmed_at is not null as "isConfirmed", u.tax_id_confirmed_by, s.tax_id as "ofSubscription"
        from subscriptions s join users u on u.id = s.user_id where s.tax_id is not null order by s.tax_id desc`,
    );
    expect(confirmed).to.deep.equal([
      { tax_id: 'ATU13585627', isConfirmed: true, tax_id_confirmed_by: null, ofSubscription: 'atu 135-85627' },
      { tax_id: null, isConfirmed: false, tax_id_confirmed_by: null, ofSubscription: 'PT000000000' },
    ]);
  });

  it('gives variants what they have not of their parents, and their orders the parents', async () => {
    const variants = await runSql(
      url,
      `select v.name, v.version, v.inherited, v.status, v.tax_category, v.weight::real, v.weight_unit,
          v.category_id = p.category_id and v.category_name = c.name as "sameCategory",
          v.images::text = p.images::text as "sameImages"
        from products v join products p on p.id = v.parent_id join categories c on c.id = p.category_id
        where p.name = 'Rain jacket' order by v.name`,
    );
    const common = { version: 3, sameCategory: true, sameImages: true };
    const own = { status: 'draft', tax_category: 'luxury', weight: 900, weight_unit: 'g' };
    const inherited = { status: 'active', tax_category: 'clothes', weight: 1.5, weight_unit: 'kg' };
    expect(variants).to.deep.equal([
      { name: 'Rain jacket M', ...common, ...own, inherited: ['category_id', 'withdrawal_exemption', 'images'] },
      {
        name: 'Rain jacket S',
        ...common,
        ...inherited,
        inherited: ['category_id', 'tax_category', 'withdrawal_exemption', 'status', 'weight', 'images'],
      },
    ]);
    const [{ sold, filled } = {}] = await runSql(
      url,
      `select count(*)::integer as sold, count(i.parent_id)::integer as filled
        from order_items i join products v on v.id = i.product_id where v.parent_id is not null`,
    );
    expect(sold).to.be.above(0);
    expect(filled).to.equal(sold);
  });

  it('computes the words of all products and of the vocabulary anew', async () => {
    const tables = ['product_search', 'search_words'].map((table) => `select is_stale from ${table}`).join(' union ');
    expect(await runSql(url, tables)).to.deep.equal([{ is_stale: true }]);
  });

  it('tells which charges have ordered goods, and which are owed', async () => {
    const counts = await runSql(
      url,
      `select i.status in ('draft', 'open') as "isOpen", t.stock is not null as "isTracked",
          coalesce(charge->>'hasGoods', 'false') as "hasGoods", coalesce(charge->>'isOwed', 'false') as "isOwed",
          count(*)::integer
        from subscriptions s, json_array_elements(s.charges) charge
        join invoices i on i.id = charge->>'invoiceId' join plans p on p.id = charge#>>'{plan,planId}'
        left join products t on t.id = p.product_id
        group by 1, 2, 3, 4 order by 1, 2`,
    );
    const [others, ofGoods] = [false, true].map((is) => ({
      ...{ isOpen: is, isTracked: is, hasGoods: `${is}`, isOwed: `${is}` },
    }));
    expect(counts).to.deep.equal([
      { ...others, count: 3 },
      { ...ofGoods, count: 1 },
    ]);
  });

  it('tells how many goods were paid', async () => {
    const found = await runSql(
      url,
      `select s.paid_goods as paid, (select sum(i.quantity)::integer from order_items i where i.order_id = o.id) as ordered
        from subscriptions s left join orders o on o.metadata->>'subscription_id' = s.id order by o.id nulls last`,
    );
    expect(found[0]?.['ordered']).to.be.above(0);
    expect(found.map(({ paid }) => paid)).to.deep.equal(found.map(({ ordered }) => ordered ?? 0));
  });

  it('has the schema and the functions of a new one', async () => {
    const contentsOf = (at: string) =>
      withDatabase(at, async ({ pool }) => [await schemaOf(pool), await functionsOf(pool)] as const);
    const [schema, functions] = await contentsOf(url);
    const [newSchema, newFunctions] = await contentsOf(await createDatabase());
    expect(schema, 'A changed schema.sql needs a migration').to.equal(newSchema);
    expect(functions, 'A changed function needs a migration that runs it').to.deep.equal(newFunctions);
  });

  it('knows the customers of discounts by their users and e-mails', async () => {
    const counts = 'select count(user_id)::integer as users, count(email_key)::integer as e_mails from discount_uses';
    expect(await runSql(url, counts)).to.deep.equal([{ users: 3, e_mails: 6 }]);
    const others = `select d.used_by from discount_uses d join orders o on o.id = d.used_by
      left join users u on u.id = o.user_id
      where d.user_id is distinct from o.user_id or d.email_key is distinct from coalesce(u.email_key, o.email_key)`;
    expect(await runSql(url, others)).to.deep.equal([]);
  });

  it('records what was charged for the present periods, and what of it is not used', async () => {
    const changed = await runSql(
      url,
      `select charges #- '{0,plan,interval}' as charges, unbilled #- '{0,plan,interval}' as unbilled from (
        select charges::jsonb as charges, unbilled::jsonb as unbilled from subscriptions) s
        where jsonb_array_length(unbilled) > 0`,
    );
    // a pause of 116 ms has moved the period since the change from 2 to 3
    const period = { start: '2026-11-26T13:31:41.680Z', end: '2026-12-26T13:31:41.680Z' };
    const span = { ...period, start: '2026-11-26T13:31:41.953Z' };
    const plan = { planId: 'plan_01m8c0w12qe00aq49ha6g3fxfg', isMetered: false };
    const charge = {
      invoiceId: 'inv_01m8c0w13ye00t06fwsrvrvnvx',
      plan: { ...plan, quantity: 2 },
      planName: 'Studio',
      period,
      amounts: [{ net: 40, tax_name: null, tax_rate: null, tax: 0 }],
      unused: [{ span, period }],
      lost: 0,
      credits: [],
    };
    const unbilled = [{ kind: 'charge', plan: { ...plan, quantity: 3 }, span, period }];
    expect(changed).to.deep.equal([{ charges: [charge], unbilled }]);

    const taxed = await runSql(
      url,
      `select (s.charges#>>'{0,lost}')::real as lost, (s.charges#>>'{0,amounts,0,tax}')::real = i.tax::real as same,
          (s.charges#>>'{0,amounts,0,net}')::numeric = i.total - i.tax as net
        from subscriptions s join invoices i on i.id = s.charges#>>'{0,invoiceId}' where i.tax > 0`,
    );
    expect(taxed).to.deep.equal(taxed.map(() => ({ lost: 0, same: true, net: true })));
    expect(taxed).to.have.length.above(1);
  });

  it('knows the sessions behind webhooks, also by the keys that created them', async () => {
    const rows = await runSql(url, 'select set_up_by_session as session from webhook_endpoints order by 1');
    const other = 'ses_01m8c0vxt5e009gc3ywkpcxd1c';
    expect(rows.map(({ session }) => session)).to.deep.equal([other, SESSION, SESSION]);
  });

  it('serves no version before', async () => {
    const needed = await runSql(url, 'select needed_migration as name from schema_requirements order by 1');
    expect(needed.map(({ name }) => name)).to.deep.equal(['20261128-charges-of-periods', '20270128-payment-attention']);
  });

  it('answers every list and each of its resources', async () => {
    const service = await spawnService({ DATABASE_URL: url, SECRET_KEY });
    const session = await callerOf(service.url, null)('/api/auth', { method: 'POST', body: OWNER });
    const call = callerOf(service.url, session.json.token);
    const document: Document = withParts((await call('/api/openapi.json')).json);
    const empty: string[] = [];
    for (const list of listsIn(document)) {
      const { status, json, text } = await call(`${list}?limit=10`);
      expect(status, `${list} ${text}`).to.equal(200);
      if (json.data.length === 0) empty.push(list);
      if (document.paths[`${list}/{id}`]?.get === undefined) continue;
      for (const { id } of json.data) expect((await call(`${list}/${id}`)).status, `${list}/${id}`).to.equal(200);
    }
    // there were no redirects, withdrawals and carts
    expect(empty).to.deep.equal([
      '/api/users/me/second_factors',
      '/api/redirects',
      '/api/withdrawals',
      '/api/payment_links',
      '/api/carts',
    ]);
    await service.end('SIGTERM');
    expect((await runAdmin(['check'], { DATABASE_URL: url, SECRET_KEY })).stdout).to.match(/^schema: up to date\n/);
  });
});

describe('an older database', () => {
  it('is refused as it is, with the commit to start first', async () => {
    const url = await restore('older');
    await runSql(url, `delete from migrations where name = '20270128-payment-attention'`);
    const rows = await dumpOf(url);
    for (const run of [spawnFailingService, (settings: Record<string, string>) => runAdmin(['migrate'], settings)]) {
      const { code, stderr } = await run({ DATABASE_URL: url, SECRET_KEY });
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^The database at \S+ cannot be used: it is older than .*: start commit 8cda883514a7a43f965ccab55a66daee7ca5928e .*first\.\n$/,
      );
    }
    expect(await dumpOf(url)).to.equal(rows);
  });
});
