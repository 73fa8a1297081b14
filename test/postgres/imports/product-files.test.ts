import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parseImportArguments } from '#commands/product-files/arguments.ts';
import { StartError } from '#composition/start-error.ts';
import { csvOf, ndjsonOf } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, spawnCommand, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'the secret key of an operator, for tests';
const ROWS = 6_000;

/** Creates half of its products, and then adds to the stock of all of them. */
const FILE = csvOf(
  'sku,name,price,stock_delta',
  ...Array.from({ length: ROWS }, (_, row) => `K-${row % (ROWS / 2)},a name,${row % 90}.50,${1 + (row % 5)}`),
);

type Settings = Readonly<{ DATABASE_URL: string; SECRET_KEY: string }>;

describe('the commands of product files', () => {
  let directory: string;
  let settings: Settings;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'product-files-'));
  });
  beforeEach(async () => {
    settings = { DATABASE_URL: await createDatabase(), SECRET_KEY };
  });
  after(async () => {
    killLeftovers();
    await rm(directory, { recursive: true, force: true });
  });

  const at = (name: string): string => path.join(directory, name);
  const store = async (name: string, content: string): Promise<string> => {
    await writeFile(at(name), content);
    return at(name);
  };
  const run = (args: readonly string[], target = settings) => spawnCommand(args, target).ended;
  const query = (statement: string, target = settings) => runSql(target.DATABASE_URL, statement);
  const stocks = () => query('select sku, stock, version from products order by sku');
  const storedRows = async (): Promise<number> => Number((await query('select rows from imports'))[0]?.['rows'] ?? 0);

  it('explain what is wrong with their arguments', async () => {
    const file = await store('a.csv', csvOf('sku,name,price'));
    for (const [args, message] of [
      [[], /^Usage: npm run import -- FILE/],
      [['a.csv', 'b.csv'], /^Usage: npm run import -- FILE/],
      [['a.csv', '--on-error', 'ask'], /^--on-error must be stop or continue, not ask\.$/],
      [['a.csv', '--format', 'xlsx'], /^--format must be csv or ndjson or xml, not xlsx\.$/],
      [['a.csv', '--preset', 'etsy'], /^--preset must be shopify or .* or generic, not etsy\.$/],
      [['a.csv', '--resource', 'orders'], /^--resource must be products or .* or redirects, not orders\.$/],
      [['a.xml', '--resource', 'users'], /^A file of users must be CSV or NDJSON/],
      [['a.csv', '--decimal', 'x'], /^--decimal must be \. or ,, not x\.$/],
      [['a.csv', '--name', 'two words'], /^--name must have 1 to 255 visible ASCII characters without spaces\.$/],
      [['a.xlsx'], /^--format csv or --format ndjson or --format xml is needed for a\.xlsx, which does not end/],
      [['-'], /^--format csv or --format ndjson or --format xml is needed for standard input/],
    ] as const) {
      expect(() => parseImportArguments(args), args.join(' ')).to.throw(StartError, message);
    }
    for (const [args, message] of [
      [['import', file, '--nme', 'x'], /^Unknown option '--nme'[\s\S]*\nUsage: npm run import/],
      [['import', at('none.csv')], /none\.csv does not exist\.$/],
      [['import', directory, '--format', 'csv'], /is a directory\.$/],
      [['export'], /^Usage: npm run export -- FILE/],
      [['export', at('none/a.csv')], /a\.csv cannot be written: ENOENT/],
    ] as const) {
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout], args.join(' ')).to.deep.equal([1, '']);
      expect(stderr.trim(), args.join(' ')).to.match(message);
    }
    for (const name of ['import', 'export']) {
      const { code, stdout } = await run([name, '--help']);
      expect([code, stdout.split('\n')[0]]).to.deep.equal([0, `Usage: npm run ${name} -- FILE [OPTIONS]`]);
      const inMemory = spawnCommand([name, file], { STORAGE: 'memory' });
      expect((await inMemory.ended).stderr).to.equal('STORAGE=memory keeps nothing between two commands.\n');
    }
  });

  it('print the errors of rows with line and field, and fail', async () => {
    const rows = ['A-1,a,1', 'A-2,b,1.005', 'A-3,,2', '"A-4",c,x\u001b[2J', 'A-5,d,5'];
    const file = await store('errors.csv', csvOf('sku,name,price', ...rows));
    const tried = await run(['import', file, '--on-error', 'continue', '--dry-run']);
    expect([tried.code, tried.stdout]).to.deep.equal([
      1,
      'Dry run, nothing is stored. The import is completed after 5 rows: 2 created, 0 updated, 0 unchanged, 3 failed.\n',
    ]);
    expect(await query('select id from products')).to.deep.equal([]);
    const { code, stdout, stderr } = await run(['import', file, '--on-error', 'continue', '--name', 'errors']);
    expect([code, stdout]).to.deep.equal([
      1,
      'The import is completed after 5 rows: 2 created, 0 updated, 0 unchanged, 3 failed.\n',
    ]);
    expect(stderr.split('\n').slice(1)).to.deep.equal([
      'line 3, price: must have at most 2 decimals in USD',
      'line 4, name: is required',
      'line 5, price: must be a number in digits with a point, such as 19.99',
      '',
    ]);
    const header = await run(['import', await store('header.csv', csvOf('sku,name,sku'))]);
    expect([header.code, header.stderr.split('\n').slice(1)]).to.deep.equal([
      1,
      ['line 1: sku is a column already', ''],
    ]);
  });

  it('tell how they read a file of another shop, and what they left out', async () => {
    const file = await store('shop.txt', 'Artikel;Preis;Bemerkung\r\nF-1;1.299;x\r\nF-2;-;y\r\n');
    const mapping = await store('mapping.json', JSON.stringify({ Artikel: 'sku', Bemerkung: 'name' }));
    const choices = ['--map', mapping, '--decimal', ',', '--on-error', 'continue'];
    const { code, stderr } = await run(['import', file, ...choices, '--dry-run']);
    expect([code, stderr.split('\n')]).to.deep.equal([
      1,
      [
        'The file was read as one of generic, in utf-8.',
        '1 × number.mended of price, first in line 2: 1.299 was read as 1299',
        'line 3, price: must be a number, such as 19.99, not -',
        '',
      ],
    ]);
    const ended = 'The import is completed after 2 rows: 1 created, 0 updated, 0 unchanged, 1 failed.\n';
    expect((await run(['import', file, ...choices, '--remember'])).stdout).to.equal(ended);
    const next = await run(['import', file, '--on-error', 'continue', '--dry-run']);
    expect(next.stderr).to.contain('The file was read as one of generic, in utf-8, as a former one.');
    expect((await run(['import', file, ...choices, '--forget'])).code).to.equal(1);
    expect((await run(['import', file, '--dry-run'])).stderr).not.to.contain('as a former one');
    const both = await run(['import', file, '--remember', '--forget']);
    expect(both.stderr).to.contain('Send --remember or --forget, not both.');
    const broken = await run(['import', file, '--map', await store('broken.json', '[]')]);
    expect(broken.stderr).to.match(/broken\.json must be a JSON object of columns and the fields that they give/);
  });

  it('import customers, and name the resource in the command that continues', async () => {
    const file = await store('customers.csv', csvOf('email,name', 'ada@example.com,Ada', ',Bob'));
    const { code, stdout, stderr } = await run(['import', file, '--resource', 'users', '--name', 'people']);
    expect([code, stdout.trim()], stderr).to.deep.equal([
      1,
      'The import is stopped after 1 row: 1 created, 0 updated, 0 unchanged, 1 failed.',
    ]);
    expect(stderr).to.include('line 3, email: is required: a customer is known by an e-mail');
    expect(stderr).to.include('--resource users --name people');
    expect(await query('select email, name from users')).to.deep.equal([{ email: 'ada@example.com', name: 'Ada' }]);
  });

  it('leave out columns that they do not know', async () => {
    const file = await store('more.csv', csvOf('sku,nmae,price', 'A-9,x,1'));
    const { stderr } = await run(['import', file, '--on-error', 'continue', '--dry-run']);
    expect(stderr.split('\n')).to.deep.equal(['Columns that were left out: nmae.', 'line 2, name: is required', '']);
  });

  it('print at most 100 errors', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ sku: `E-${index}` }));
    const { stderr } = await run(['import', await store('many.ndjson', ndjsonOf(...rows)), '--on-error', 'continue']);
    expect(stderr.match(/^line /gm)).to.have.length(100);
    expect(stderr).to.match(/^… and 50 more\.$/m);
  });

  it('stop at an invalid row, and continue by name once the file is correct', async () => {
    const lines = ['sku,name,price,stock_delta', 'S-1,a,1,5', 'S-2,b,1.005,5', 'S-3,c,1,5'];
    const file = await store('stopped.csv', csvOf(...lines));
    const stopped = await run(['import', file, '--name', 'spring']);
    expect([stopped.code, stopped.stdout]).to.deep.equal([
      1,
      'The import is stopped after 1 row: 1 created, 0 updated, 0 unchanged, 1 failed.\n',
    ]);
    expect(stopped.stderr).to.include(
      `Correct the file, and continue after 1 committed row: npm run import -- ${file} --name spring\n`,
    );
    await store('stopped.csv', csvOf(...lines).replace('1.005', '1.05'));
    const resumed = await run(['import', file, '--name', 'spring']);
    expect([resumed.code, resumed.stdout]).to.deep.equal([
      0,
      'The import is completed after 3 rows: 3 created, 0 updated, 0 unchanged, 0 failed.\n',
    ]);
    const before = await stocks();
    const again = await run(['import', file, '--name', 'spring']);
    expect(again.code).to.equal(0);
    expect(again.stderr).to.include('The import spring had ended before: nothing was done.\n');
    await store('stopped.csv', csvOf('sku,name,price', 'O-1,a,1'));
    const other = await run(['import', file, '--name', 'spring']);
    expect([other.code, other.stderr.includes('spring is the name of an import of another file')]).to.deep.equal([
      1,
      true,
    ]);
    expect(await stocks()).to.deep.equal(before);
    const [entry] = await query(`select actor_kind, actor_user_id from audit_log where action = 'import.completed'`);
    expect(entry).to.deep.equal({ actor_kind: 'system', actor_user_id: null });
  });

  it('end after whole rows on Ctrl-C, and continue by name, also after a kill', async () => {
    const file = await store('large.csv', FILE);
    const args = ['import', file, '--name', 'large'];
    const interrupted = spawnCommand(args, settings);
    await eventually('rows are stored', async () => (await storedRows()) > 0);
    interrupted.signal('SIGINT');
    const { code, stdout, stderr } = await interrupted.ended;
    const stored = await storedRows();
    expect(code).to.equal(130);
    expect(stored).to.be.within(1, ROWS - 1);
    expect(stdout).to.include(`The import is interrupted after ${stored.toLocaleString('en')} rows: `);
    expect(stderr).to.include(
      `Continue after ${stored.toLocaleString('en')} committed rows: npm run import -- ${file} --name large\n`,
    );
    const killed = spawnCommand(args, settings);
    await eventually('more rows are stored', async () => (await storedRows()) > stored);
    killed.signal('SIGKILL');
    expect((await killed.ended).signal).to.equal('SIGKILL');
    // however long the next process takes to start
    await query(`update imports set leased_until = now() + interval '1 hour'`);
    const continued = spawnCommand(args, settings);
    await continued.reports('Another process runs this import, or was killed: waiting some seconds for its end.\n');
    await query('update imports set leased_until = now()');
    const last = await continued.ended;
    expect([last.code, last.stdout]).to.deep.equal([
      0,
      'The import is completed after 6,000 rows: 3,000 created, 3,000 updated, 0 unchanged, 0 failed.\n',
    ]);
    const expected = new Map<string, number>();
    for (let row = 0; row < ROWS; row += 1) {
      const sku = `K-${row % (ROWS / 2)}`;
      expected.set(sku, (expected.get(sku) ?? 0) + 1 + (row % 5));
    }
    const actual = (await stocks()).map(({ sku, stock }) => [sku, Number(stock)] as const);
    expect(new Map(actual)).to.deep.equal(expected);
  });

  it('end at once on a second Ctrl-C', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `K-${row},a name,1`);
    const child = spawnCommand(['import', await store('long.csv', csvOf('sku,name,price', ...rows))], settings);
    await eventually('it runs', async () => (await query('select rows from imports')).length === 1);
    let isOver = false;
    const ended = child.ended.finally(() => {
      isOver = true;
    });
    await eventually('it ends', async () => {
      child.signal('SIGINT');
      return isOver;
    });
    const { code, signal } = await ended;
    // the last signal may arrive when the process no longer handles any
    expect(code ?? signal).to.be.oneOf([130, 'SIGINT']);
    expect((await query('select count(*)::int as count from products'))[0]).to.deep.equal({
      count: await storedRows(),
    });
  });

  it('move a catalogue with variants and categories to another shop', async () => {
    const service = await spawnService(settings);
    const call: Caller = callerOf(service.url, await ownerKeyOf(service.url));
    const parent = await createProduct({ call }, { name: 'Jacket', price: 80, sku: 'J-1', category: 'Jackets' });
    for (const [size, price] of [
      ['S', 80],
      ['M', 90.5],
    ]) {
      const variant = { parent_id: parent.id, options: { size }, sku: `J-1-${size}`, price, stock: 3 };
      await createProduct({ call }, { ...variant, name: `Jacket ${size}` });
    }
    const fields = { attributes: { colour: 'blue' }, metadata: { a: '1' }, images: ['https://a.example/1'] };
    await createProduct({ call }, { ...fields, name: '=cmd|x', price: 5, sku: '-1', status: 'draft', description: '' });
    await createProduct({ call }, { name: 'Without a SKU', price: 5, stock: 0, category: 'Jackets' });
    await service.end('SIGTERM');
    for (const name of ['shop.csv', 'shop.ndjson']) {
      const exported = await run(['export', at(name)]);
      expect([exported.code, exported.stderr]).to.deep.equal([0, 'Exported 5 products and variants.\n']);
      const target = { ...settings, DATABASE_URL: await createDatabase() };
      const { code, stdout, stderr } = await run(['import', at(name)], target);
      expect([code, stdout], stderr).to.deep.equal([
        0,
        'The import is completed after 5 rows: 5 created, 0 updated, 0 unchanged, 0 failed.\n',
      ]);
      const statement = `select p.name, p.slug, p.sku, p.price, p.currency, p.status, p.stock, p.description,
        p.attributes::text, p.metadata::text, p.options::text, p.images::text, c.name as category, f.sku as parent
        from products p left join categories c on c.id = p.category_id left join products f on f.id = p.parent_id
        order by p.slug`;
      expect(await query(statement, target)).to.deep.equal(await query(statement));
      const again = await run(['import', at(name)]);
      expect(again.stdout).to.include('0 created, 0 updated, 5 unchanged, 0 failed');
      const [first, second] = [await run(['export', '-', '--format', path.extname(name).slice(1)]), at(name)];
      expect(first.stdout).to.equal(await readFile(second, 'utf8'));
    }
    expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).to.deep.equal([]);
  });
});
