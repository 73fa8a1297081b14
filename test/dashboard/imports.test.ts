import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { PNG } from '../support/builders/images.ts';
import { csvOf, hasStoredRows, importFile, latestImport, productOf } from '../support/builders/imports.ts';
import { createProduct } from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';
import { startReceiver } from '../support/servers/receivers.ts';

const HEADER = 'sku,name,price';

/** More rows than are stored at once. */
const rowsOf = (name: string): string[] => Array.from({ length: 1_200 }, (_, index) => `${name}-${index},a,1`);

onDashboard('imports of products', { run: STAFF_FLOW }, (dashboard) => {
  const { app, open, click, check, fill, attach, expectAccessible } = dashboard;
  const { createAnalyst } = ordersOf(app);
  const latest = () => latestImport(app());
  let folder: string;

  const fileOf = async (name: string, ...lines: readonly string[]): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, csvOf(HEADER, ...lines));
    return file;
  };

  /** Begins an import whose last row never ends: a client that sends nothing for long would be disconnected. */
  const begin = (body: string, headers: Readonly<Record<string, string>>) => {
    const sent = sendRequest(`${app().url}/api/products/import`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write(body);
    const timer = setInterval(() => sent.write('x'), 1_000);
    return {
      breakOff: () => {
        clearInterval(timer);
        sent.destroy();
      },
    };
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'imports-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('lists every invalid row, and offers no import that would change nothing', async () => {
    const page = await open('/imports?resource=products');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('button', { name: 'Download a sample file' })),
    ]);
    expect(download.suggestedFilename()).to.equal('products.csv');
    const lines = Array.from({ length: 60 }, (_, index) => `BAD-${index},Mug,much`);
    await attach(page.getByLabel('File', { exact: true }), await fileOf('bad.csv', ...lines));
    await click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByText('The import would stop at line 2.').waitFor();
    await page.getByText('No row would be added or changed.').waitFor();
    expect(await page.getByRole('button', { name: 'Import the file' }).count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Show more: 10' }));
    await page.getByRole('row', { name: /^61 Price/ }).waitFor();
    await expectAccessible(page);
  });

  it('says what a file would do and which rows are faulty, and then imports it', async () => {
    await importFile(app(), csvOf(HEADER, 'OLD-1,Old mug,5'));
    const lines = ['OLD-1,Old mug,6', 'NEW-1,New mug,7', 'NEW-2,<img src=x>,much', 'NEW-3,Third mug,8'];
    const page = await open('/products');
    await click(page.getByRole('link', { name: 'Import', exact: true }));
    await attach(page.getByLabel('File', { exact: true }), await fileOf('mugs.csv', ...lines));
    await click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByText(/^The import would stop at line \d+\./).waitFor();
    await page.getByRole('row', { name: /^4 Price/ }).waitFor();
    await expectAccessible(page);
    await check(page.getByLabel('Skip it, and continue with the next row'));
    expect(await page.getByRole('button', { name: 'Import the file' }).count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByRole('row', { name: /^4 Price/ }).waitFor();
    expect((await productOf(app(), 'OLD-1')).price).to.equal(5);
    expect(await productOf(app(), 'NEW-1')).to.equal(undefined);
    await click(page.getByRole('button', { name: 'Import the file' }));
    await click(page.getByRole('link', { name: 'Show the import' }));
    await page.getByRole('heading', { level: 1, name: /Completed/ }).waitFor();
    await page.getByRole('row', { name: /^4 Price/ }).waitFor();
    await expectAccessible(page);
    expect((await productOf(app(), 'OLD-1')).price).to.equal(6);
    expect((await productOf(app(), 'NEW-3')).name).to.equal('Third mug');
    expect(await productOf(app(), 'NEW-2')).to.equal(undefined);
    expect(await latest()).to.include({ status: 'completed', created: 2, updated: 1, failed: 1 });
  });

  it('shows how the file of another shop is read, and lets the fields of its columns be chosen', async () => {
    const file = path.join(folder, 'artikel.csv');
    const lines = [
      'Artikelnummer;Bezeichnung;Preis;Bestand;Farbton',
      'MAP-1;Tasse;1.299;-3;blau',
      'MAP-2;Teller;7,50;5;rot',
    ];
    await writeFile(file, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
    const page = await open('/products/import');
    await attach(page.getByLabel('File', { exact: true }), file);
    await click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByRole('heading', { name: 'How the file is read' }).waitFor();
    const fieldOf = (column: string) => page.getByLabel(`Field of the column ${column}`);
    expect(await fieldOf('Artikelnummer').inputValue()).to.equal('sku');
    expect(await fieldOf('Farbton').inputValue()).to.equal('');
    await page.getByRole('row', { name: /^Stocks below zero 1 Line 2: was -3 and is 0 now/ }).waitFor();
    await fieldOf('Farbton').selectOption({ label: 'An attribute of its own' });
    expect(await page.getByRole('button', { name: 'Import the file' }).count()).to.equal(0);
    await check(page.getByLabel('From now on, read files with these columns in the same way'));
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Check the file' }));
    await click(page.getByRole('button', { name: 'Import the file' }));
    await click(page.getByRole('link', { name: 'Show the import' }));
    await page.getByRole('heading', { level: 1, name: /Completed/ }).waitFor();
    await page.getByRole('row', { name: /^Farbton/ }).waitFor();
    await page.getByText('Columns: 5, left out: 0').waitFor();
    expect(await productOf(app(), 'MAP-1')).to.deep.include({
      price: 1_299,
      stock: 0,
      attributes: { Farbton: 'blau' },
    });
    const next = await open('/products/import');
    await attach(next.getByLabel('File', { exact: true }), file);
    await click(next.getByRole('button', { name: 'Check the file' }));
    await next.getByText('This file is read as a former one with the same columns.').waitFor();
    expect(await next.getByLabel('Field of the column Farbton').inputValue()).to.equal('attributes.Farbton');
    expect(await next.getByLabel('From now on, read files').isChecked()).to.equal(true);
  });

  it('shows how many images have arrived, and the images at their product', async () => {
    const host = await startReceiver((_, response) => void response.end(PNG));
    try {
      const file = path.join(folder, 'images.csv');
      await writeFile(
        file,
        csvOf('Handle,Title,Variant SKU,Variant Price,Image Src', 'vase,Vase,VASE-1,30,a/vase.png'),
      );
      const page = await open('/products/import');
      await attach(page.getByLabel('File', { exact: true }), file);
      await click(page.getByText('A file of another shop', { exact: true }));
      const { port } = host;
      await fill(page.getByLabel('Where images are whose address is incomplete'), `http://127.0.0.1:${port}/shop`);
      await click(page.getByRole('button', { name: 'Check the file' }));
      await click(page.getByRole('button', { name: 'Import the file' }));
      await eventually('the image is stored', async () => (await latest()).images.stored === 1);
      const { id } = await latest();
      const shown = await open(`/imports/${id}`);
      await shown.getByText('Images: 1 of 1 are in the shop, 0 failed.').waitFor();
      await expectAccessible(shown);
      const product = await open(`/products/${(await productOf(app(), 'VASE-1')).id}`);
      await product.getByRole('img', { name: 'Image 1 of Vase' }).waitFor();
      expect(host.received.map(({ path }) => path)).to.deep.equal(['/shop/a/vase.png']);
    } finally {
      host.close();
    }
  });

  it('shows why a file cannot be read', async () => {
    const file = path.join(folder, 'unknown.csv');
    await writeFile(file, csvOf('price,colour of it', '1,blue'));
    const page = await open('/products/import', { expectedLines: [REFUSED] });
    await attach(page.getByLabel('File', { exact: true }), file);
    await click(page.getByRole('button', { name: 'Check the file' }));
    await page.getByRole('alert').getByText('Line 1: must be a header with a column for the SKU').waitFor();
    await expectAccessible(page);
  });

  it('shows a running import again after a reload, and cancels it', async () => {
    const { breakOff } = begin(csvOf(HEADER, ...rowsOf('SLOW')), {
      'Content-Type': 'text/csv',
      Authorization: `Bearer ${app().ownerKey}`,
    });
    try {
      await eventually('a row is stored', () => hasStoredRows(app()));
      const page = await open('/products/import');
      await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor();
      await page.reload();
      await page.getByText(/^Rows so far: 1,\d{3}$/).waitFor();
      await expectAccessible(page);
      await click(page.getByRole('row', { name: /Running/ }).getByRole('link'));
      await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor();
      await click(page.getByRole('button', { name: 'Cancel the import' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }));
      await page.getByRole('heading', { level: 1, name: /Cancelled/ }).waitFor();
      expect((await latest()).status).to.equal('cancelled');
    } finally {
      breakOff();
    }
  });

  it('asks before a running import is left by signing out, and lets who stays sign in again', async () => {
    // the imports may be read once more while the session ends
    const page = await open('/products/import', { user: OWNER, expectedLines: [/401 .*\/api\/imports/] });
    // never answered
    await page.route('**/api/products/import?on_error=stop', () => {});
    const stay = (): void => void page.once('dialog', (dialog) => dialog.dismiss());
    stay();
    await attach(page.getByLabel('File', { exact: true }), await fileOf('left.csv', 'LEFT-1,Left,1'));
    await click(page.getByRole('button', { name: 'Check the file' }));
    await click(page.getByRole('button', { name: 'Import the file' }));
    await click(page.locator('.account summary, .account button').first());
    await click(page.getByRole('button', { name: 'Sign out' }));
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await click(page.getByRole('button', { name: 'Sign in', exact: true }));
    await page.getByRole('heading', { name: 'Imports', exact: true }).waitFor();
    const asked = page.waitForEvent('dialog');
    stay();
    await page.evaluate('setTimeout(() => location.reload())');
    await asked;
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('continues an import that was interrupted, with the same file', async () => {
    const file = await fileOf('half.csv', ...rowsOf('HALF'), 'LAST,Last,2');
    const page = await open('/products/import', { expectedLines: [/ERR_FAILED/] });
    await page.route('**/api/products/import?on_error=stop', async (route) => {
      const { 'content-length': _length, ...headers } = await route.request().allHeaders();
      const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
      const { breakOff } = begin(csvOf(HEADER, ...rowsOf('HALF')), Object.fromEntries(plain));
      await eventually('a row is stored', () => hasStoredRows(app()));
      breakOff();
      await eventually('it is interrupted', async () => (await latest()).status === 'interrupted');
      await route.abort();
    });
    const run = async (): Promise<void> => {
      await attach(page.getByLabel('File', { exact: true }), file);
      await click(page.getByRole('button', { name: 'Check the file' }));
      await click(page.getByRole('button', { name: 'Import the file' }));
    };
    await run();
    await page.getByRole('alert').waitFor();
    const { id } = await latest();
    await page.unrouteAll();
    await page.reload();
    await page.getByText(/Choose the same file again/).waitFor();
    await run();
    await page.getByRole('link', { name: 'Show the import' }).waitFor();
    expect(await latest()).to.include({ id, status: 'completed', rows: 1_201, created: 1_201 });
    expect((await productOf(app(), 'LAST')).price).to.equal(2);
  });

  it('exports the products that the filters of the list match', async () => {
    await createProduct(app(), { name: 'Exported bowl', sku: 'BOWL-1' });
    const page = await open('/products?q=exported');
    await page.getByRole('row', { name: /Exported bowl/ }).waitFor();
    const downloading = page.waitForEvent('download');
    await click(page.getByRole('link', { name: 'Export', exact: true }));
    const download = await downloading;
    expect(download.suggestedFilename()).to.equal('products.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(/^id,/);
    expect(lines[1]).to.include('BOWL-1');
  });

  it('shows an analyst the imports only', async () => {
    const page = await open('/products/import', { user: await createAnalyst() });
    await page.getByRole('heading', { name: 'Imports so far' }).waitFor();
    await page
      .getByRole('row', { name: /Completed/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('File', { exact: true }).count()).to.equal(0);
  });
});
