import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { csvOf, importFile } from '../support/builders/imports.ts';
import { createProduct } from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';

onDashboard('products', { run: STAFF_FLOW }, ({ app, open, click, fill, select, check, expectAccessible }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;

  it('adds a product', async () => {
    const page = await open('/products');
    await page.getByText('There is no product yet.').waitFor();
    await expectAccessible(page);
    await click(page.getByRole('link', { name: 'Add a product' }));
    await fill(page.getByLabel('Name'), 'Linen shirt');
    await fill(page.getByLabel('Price', { exact: false }).first(), '49.50');
    for (const [name, value] of [
      ['colour', 'blue'],
      ['size', 'M'],
    ] as const) {
      await click(page.getByRole('button', { name: 'Add: Attributes' }));
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
    }
    await fill(page.getByLabel('Vendor'), 'Casa Linho');
    await fill(page.getByRole('textbox', { name: 'Tags' }), 'summer,new in');
    await page.keyboard.press('Enter');
    await fill(page.getByLabel('Unit cost'), '21.50');
    await fill(page.getByLabel('Title for search engines'), 'Shirts of linen');
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { level: 1, name: /Linen shirt/ }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await read(id)).to.deep.include({
      name: 'Linen shirt',
      price: 49.5,
      status: 'draft',
      attributes: { colour: 'blue', size: 'M' },
      ...{ vendor: 'Casa Linho', tags: ['summer', 'new in'], cost: 21.5, seo_title: 'Shirts of linen' },
    });
    await expectAccessible(page);
    for (const tag of ['summer', 'new in']) await click(page.getByRole('button', { name: `${tag} Remove` }));
    await fill(page.getByLabel('Vendor'), '');
    await click(page.getByRole('button', { name: 'Save' }));
    // the notice of the first save may still be there
    await eventually('the change is saved', async () => (await read(id)).vendor === null);
    expect(await read(id)).to.deep.include({ vendor: null, tags: [], cost: 21.5 });
  });

  it('finds products by search and filters, which the address has', async () => {
    await createProduct(app(), { name: 'Green mug', price: 9, status: 'active' });
    await createProduct(app(), { name: 'Green plate', price: 12, status: 'draft' });
    const page = await open('/products');
    await fill(page.getByRole('searchbox'), 'green');
    await page.waitForURL('**/products?q=green');
    await page.getByRole('row', { name: /Green plate/ }).waitFor();
    await click(page.getByRole('button', { name: 'Filters' }));
    await select(page.locator('.filters').getByLabel('Status'), 'active');
    await page.getByRole('row', { name: /Green plate/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Green mug/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('?q=green&status=active');
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('row', { name: /Green mug/ }).waitFor();
    expect(await page.getByRole('row').count()).to.equal(2);
    await click(page.getByRole('button', { name: /Status: Active/ }));
    await page.getByRole('row', { name: /Green plate/ }).waitFor();
  });

  it('changes a product, and tells the second of two tabs what the first has saved', async () => {
    const { id } = await createProduct(app(), { name: 'Kettle', price: 30, description: 'Two litres' });
    const [first, second] = [
      await open(`/products/${id}`),
      await open(`/products/${id}`, { expectedLines: [/status of 412/] }),
    ];
    await fill(second.getByLabel('Name'), 'Steel kettle');
    await fill(second.getByLabel('Description', { exact: true }), 'Two litres, steel');
    await fill(first.getByLabel('Name'), 'Tea kettle');
    await fill(first.getByLabel('SKU'), 'KET-1');
    await click(first.getByRole('button', { name: 'Save' }));
    await first.getByText('Saved.').waitFor();
    await click(second.getByRole('button', { name: 'Save' }));
    const dialog = second.getByRole('dialog', { name: 'Somebody else has saved changes' });
    await dialog.waitFor();
    await dialog.getByRole('radio', { name: 'Name, Theirs: Tea kettle' }).waitFor();
    await expectAccessible(second);
    await check(dialog.getByRole('row', { name: /Name/ }).getByRole('radio').first());
    await click(dialog.getByRole('button', { name: 'Use the chosen values' }));
    expect(await second.getByLabel('Description', { exact: true }).innerText()).to.equal('Two litres, steel');
    await click(second.getByRole('button', { name: 'Save' }));
    await second.getByText('Saved.').waitFor();
    expect(await read(id)).to.include({ name: 'Tea kettle', sku: 'KET-1', description: 'Two litres, steel' });
  });

  it('removes an attribute and all metadata', async () => {
    const fields = { attributes: { colour: 'blue', size: 'M' }, metadata: { season: 'winter' } };
    const { id } = await createProduct(app(), { name: 'Parka', price: 30, ...fields });
    const page = await open(`/products/${id}`);
    await click(page.getByRole('button', { name: 'Remove: colour' }));
    await fill(page.getByRole('group', { name: 'Attributes 1' }).getByLabel('Value'), 'L');
    await click(page.getByRole('button', { name: 'Remove: season' }));
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved.').waitFor();
    expect(await read(id)).to.deep.include({ attributes: { size: 'L' }, metadata: {} });
  });

  it('keeps what is typed when the page is loaded again', async () => {
    const { id } = await createProduct(app(), { name: 'Lamp', price: 30 });
    const page = await open(`/products/${id}`);
    await fill(page.getByLabel('Name'), 'Desk lamp');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('This form has changes that you have not saved.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Desk lamp');
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Discard the changes' }));
    expect(await page.getByLabel('Name').inputValue()).to.equal('Lamp');
  });

  it('restores what was typed without what others have saved meanwhile, or asks', async () => {
    const { id } = await createProduct(app(), { name: 'Stool', price: 30 });
    const save = (body: object) => app().call(`/api/products/${id}`, { method: 'PATCH', body });
    const page = await open(`/products/${id}`);
    await fill(page.getByLabel('Name'), 'Bar stool');
    await save({ sku: 'STOOL' });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('This form has changes that you have not saved.').waitFor();
    expect(await page.getByLabel('SKU').inputValue()).to.equal('STOOL');
    expect(await page.getByLabel('Name').inputValue()).to.equal('Bar stool');

    await save({ name: 'Kitchen stool' });
    await page.reload();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has saved changes' });
    await check(conflict.getByRole('radio', { name: 'Name, Theirs: Kitchen stool' }));
    await click(conflict.getByRole('button', { name: 'Use the chosen values' }));
    expect(await page.getByLabel('Name').inputValue()).to.equal('Kitchen stool');
    expect(await read(id)).to.include({ name: 'Kitchen stool', sku: 'STOOL' });
  });

  it('keeps the focus and what is typed while it saves', async () => {
    const { id } = await createProduct(app(), { name: 'Bench', price: 30 });
    const page = await open(`/products/${id}`);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/products/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await isReleased;
      await route.continue();
    });
    const name = page.getByLabel('Name');
    await fill(name, 'Garden bench ');
    await fill(page.getByLabel('Vendor'), ' Casa Linho ');
    await name.focus();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Control+s');
    await sent;
    await page.keyboard.press('End');
    await page.keyboard.type('of oak');
    release();
    await page.getByRole('heading', { name: 'Garden bench' }).waitFor();
    await eventually('the vendor is shown as it is stored', async () => {
      return (await page.getByLabel('Vendor').inputValue()) === 'Casa Linho';
    });
    await page.keyboard.type(', grey');
    expect(await name.inputValue()).to.equal('Garden bench of oak, grey');
    expect(await page.getByText('This form has changes').count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { name: 'Garden bench of oak, grey' }).waitFor();
    expect(await read(id)).to.include({ name: 'Garden bench of oak, grey', vendor: 'Casa Linho' });
    // its button is gone
    await page.locator('h2:focus').waitFor();
  });

  it('adjusts the stock and shows the adjustment', async () => {
    const { id } = await createProduct(app(), { name: 'Rug', price: 30, stock: 5 });
    const page = await open(`/products/${id}`);
    await page.getByText('5 in stock').waitFor();
    await click(page.getByRole('button', { name: 'Adjust the stock' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Change'), '-2');
    await fill(dialog.getByLabel('Reason'), 'damaged');
    await click(dialog.getByRole('button', { name: 'Adjust the stock' }));
    await page.getByText('3 in stock').waitFor();
    await page.getByRole('cell', { name: 'damaged' }).waitFor();
  });

  it('shows former prices in a chart', async () => {
    const { id } = await createProduct(app(), { name: 'Vase', price: 30, status: 'active' });
    await app().call(`/api/products/${id}`, { method: 'PATCH', body: { price: 25 } });
    const page = await open(`/products/${id}`);
    await page.getByRole('img', { name: 'Prices so far' }).waitFor();
    await expectAccessible(page);
  });

  it('shows what a variant has from its parent, takes an own value, and inherits again', async () => {
    const fields = { tax_category: 'books', weight: 1.5, weight_unit: 'kg', category: 'Guides' };
    const parent = await createProduct(app(), { name: 'Guide', price: 20, images: ['https://a.example/1'], ...fields });
    const variant = { name: 'Hardcover', price: 25, parent_id: parent.id, options: { cover: 'hard' } };
    const { id } = await createProduct(app(), variant);
    const opened = await open(`/products/${id}`);
    await opened.waitForURL(`**/products/${parent.id}?variant=${id}`);
    const page = opened.getByRole('dialog', { name: 'hard' });
    const tax = page.getByLabel('Tax category');
    expect(await tax.inputValue()).to.equal('');
    expect(await tax.getAttribute('placeholder')).to.equal('From the parent: books');
    expect(await page.getByLabel('Weight', { exact: true }).getAttribute('placeholder')).to.equal(
      'From the parent: 1.5',
    );
    await page.getByText('These are the images of the parent.').waitFor();
    expect(await page.locator('.images').count()).to.equal(0);
    await page
      .getByLabel('Status')
      .locator('option', { hasText: 'From the parent: Active' })
      .waitFor({ state: 'attached' });
    await expectAccessible(opened);
    await fill(tax, 'luxury');
    await click(page.getByRole('button', { name: 'Save' }).first());
    await eventually('the value is saved', async () => (await read(id)).tax_category === 'luxury');
    expect(await read(id)).to.deep.include({
      ...fields,
      tax_category: 'luxury',
      inherited: ['category_id', 'withdrawal_exemption', 'status', 'weight', 'images'],
    });
    await page.locator('input[name="tax_category"][placeholder="From the parent"]').waitFor();
    await fill(tax, '');
    await click(page.getByRole('button', { name: 'Save' }).first());
    await page.locator('input[name="tax_category"][placeholder="From the parent: books"]').waitFor();
    expect((await read(id)).inherited).to.include('tax_category');
  });

  it('exempts a product from withdrawal with a reason of the law, and several at once', async () => {
    const { id } = await createProduct(app(), { name: 'Exempt one', price: 10 });
    const other = await createProduct(app(), { name: 'Exempt two', price: 20 });
    const page = await open(`/products/${id}`);
    const choice = page.getByLabel('Exempt from withdrawal');
    await select(choice, 'custom_made');
    const reasons = await choice.locator('option').allInnerTexts();
    expect(reasons).to.have.length(14).and.include('Custom-made or personalized');
    await click(page.getByRole('button', { name: 'Save' }).first());
    await page.getByText('Saved.').waitFor();
    expect((await read(id)).withdrawal_exemption).to.equal('custom_made');
    await expectAccessible(page);
    const setAll = async (reason: string) => {
      const page = await open('/products?q=exempt');
      for (const name of ['Exempt one', 'Exempt two']) await check(page.getByLabel(`Select ${name}`));
      await click(page.getByRole('button', { name: 'Set the exemption' }));
      await select(page.getByRole('dialog').getByLabel('Exempt from withdrawal'), reason);
      await click(page.getByRole('dialog').getByRole('button', { name: 'Set the exemption' }));
      await page.getByText('Saved.').waitFor();
      return Promise.all([id, other.id].map(async (each) => (await read(each)).withdrawal_exemption));
    };
    expect(await setAll('perishable')).to.deep.equal(['perishable', 'perishable']);
    expect(await setAll('')).to.deep.equal([null, null]);
  });

  it('changes several prices at once', async () => {
    const made = [
      await createProduct(app(), { name: 'Bulk one', price: 10 }),
      await createProduct(app(), { name: 'Bulk two', price: 20 }),
    ];
    const page = await open('/products?q=bulk');
    for (const name of ['Bulk one', 'Bulk two']) await check(page.getByLabel(`Select ${name}`));
    await page.getByText('Selected: 2').waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Change prices' }));
    await fill(page.getByRole('dialog').getByLabel('Change in percent'), '-10');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Change prices' }));
    await page.getByText('Saved.').waitFor();
    const prices = await Promise.all(made.map(async ({ id }) => (await read(id)).price));
    expect(prices).to.deep.equal([9, 18]);
  });

  it('downloads the list as CSV, without formulas', async () => {
    await createProduct(app(), { name: '=1+1 sheet', price: 10 });
    const page = await open('/products?q=sheet');
    await page.getByRole('row', { name: /1\+1/ }).waitFor();
    const downloading = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'CSV' }));
    const stream = await (await downloading).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text.split('\r\n')).to.have.length(2);
    expect(text).to.include(`"'=1+1 sheet"`);
  });

  it('returns to the previous page of a list', async () => {
    const rows = Array.from({ length: 60 }, (_each, index) => `PAGED-${index},Paged ${index},1`);
    await importFile(app(), csvOf('sku,name,price', ...rows));
    const page = await open('/products?q=paged');
    const names = async (): Promise<string[]> => {
      await page.locator('section[aria-busy=false]').waitFor();
      return page.locator('tbody tr td:nth-child(2)').allInnerTexts();
    };
    const first = await names();
    const position = () => page.evaluate<number>('scrollY');
    await page.evaluate('scrollTo(0, 600)');
    expect(await position()).to.equal(600);
    // the event of scrolling comes with the next frame
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    // a link that is clicked or reached by Tab would be scrolled to first
    await page.evaluate(`document.querySelector('tbody tr:nth-child(15) a').click()`);
    await page.getByRole('heading', { level: 1, name: /^Paged/ }).waitFor();
    await page.goBack();
    await names();
    await eventually('the list is where it was', async () => (await position()) === 600);
    const go = async (name: string): Promise<string[]> => {
      const { href } = new URL(page.url());
      await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }));
      await page.waitForURL((url) => url.href !== href);
      return names();
    };
    const second = await go('Next page');
    expect(await position()).to.equal(0);
    const third = await go('Next page');
    expect([first.length, second.length, third.length]).to.deep.equal([25, 25, 10]);
    await page.getByRole('status').filter({ hasText: 'Rows on this page: 10' }).waitFor();
    await click(page.getByRole('button', { name: 'Count all rows' }));
    await page.getByText('Rows in total: 60').waitFor();
    await page.reload();
    await names();
    expect(await go('Previous page')).to.deep.equal(second);
    expect(await go('Previous page')).to.deep.equal(first);
    await go('Next page');
    const shared = await open(`/products${new URL(page.url()).search}`);
    await shared.getByRole('link', { name: 'First page' }).waitFor();
    expect(await shared.getByRole('link', { name: 'Previous page' }).count()).to.equal(0);
  });

  it('keeps what is typed while a search begins, and adds no entry to the history', async () => {
    const page = await open('/products');
    const box = page.getByRole('searchbox');
    await box.waitFor();
    const entries = await page.evaluate<number>('history.length');
    // a key that is pressed at the moment in which the search begins
    await page.evaluate(`for (const name of ['pushState', 'replaceState']) {
      const former = history[name].bind(history);
      history[name] = (...state) => {
        former(...state);
        const input = document.querySelector('input[type=search].search');
        if (input.value !== 'gree') return;
        input.value = 'green';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      };
    }`);
    await fill(box, 'gree');
    await page.waitForURL('**/products?q=green');
    expect(await box.inputValue()).to.equal('green');
    expect(await page.evaluate<number>('history.length')).to.equal(entries);
  });
});
