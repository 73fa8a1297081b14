import { expect } from 'chai';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { PNG } from '../support/images.ts';
import { createProduct } from '../support/resources.ts';

onDashboard('products', ({ app, open }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;

  it('adds a product', async () => {
    const page = await open('/products');
    await page.getByText('There is no product yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add a product' }).click();
    await page.getByLabel('Name').fill('Linen shirt');
    await page.getByLabel('Price', { exact: false }).first().fill('49.50');
    await page.getByLabel('Attributes').fill('colour: blue\nsize: M');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a product' }).click();
    await page.getByRole('heading', { level: 1, name: /Linen shirt/ }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await read(id)).to.deep.include({
      name: 'Linen shirt',
      price: 49.5,
      status: 'draft',
      attributes: { colour: 'blue', size: 'M' },
    });
    await expectAccessible(page);
  });

  it('finds products by search and filters, which the address has', async () => {
    await createProduct(app(), { name: 'Green mug', price: 9, status: 'active' });
    await createProduct(app(), { name: 'Green plate', price: 12, status: 'draft' });
    const page = await open('/products');
    await page.getByRole('searchbox').fill('green');
    await page.waitForURL('**/products?q=green');
    await page.getByRole('row', { name: /Green plate/ }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.locator('.filters').getByLabel('Status').selectOption('active');
    await page.getByRole('row', { name: /Green plate/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Green mug/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('?q=green&status=active');
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('row', { name: /Green mug/ }).waitFor();
    expect(await page.getByRole('row').count()).to.equal(2);
    await page.getByRole('button', { name: /Status: Active/ }).click();
    await page.getByRole('row', { name: /Green plate/ }).waitFor();
  });

  it('changes a product, and tells the second of two tabs what the first has saved', async () => {
    const { id } = await createProduct(app(), { name: 'Kettle', price: 30, description: 'Two litres' });
    const [first, second] = [
      await open(`/products/${id}`),
      await open(`/products/${id}`, { expectedLines: [/status of 412/] }),
    ];
    await second.getByLabel('Name').fill('Steel kettle');
    await second.getByLabel('Description').fill('Two litres, steel');
    await first.getByLabel('Name').fill('Tea kettle');
    await first.getByLabel('SKU').fill('KET-1');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('Saved.').waitFor();
    await second.getByRole('button', { name: 'Save' }).click();
    const dialog = second.getByRole('dialog', { name: 'Somebody else has saved changes' });
    await dialog.waitFor();
    await expectAccessible(second);
    await dialog.getByRole('row', { name: /Name/ }).getByRole('radio').first().check();
    await dialog.getByRole('button', { name: 'Use the chosen values' }).click();
    expect(await second.getByLabel('Description').inputValue()).to.equal('Two litres, steel');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Saved.').waitFor();
    expect(await read(id)).to.include({ name: 'Tea kettle', sku: 'KET-1', description: 'Two litres, steel' });
  });

  it('keeps what is typed when the page is loaded again', async () => {
    const { id } = await createProduct(app(), { name: 'Lamp', price: 30 });
    const page = await open(`/products/${id}`);
    await page.getByLabel('Name').fill('Desk lamp');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('This form has changes that you have not saved.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Desk lamp');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await page.getByLabel('Name').inputValue()).to.equal('Lamp');
  });

  it('adjusts the stock and shows the adjustment', async () => {
    const { id } = await createProduct(app(), { name: 'Rug', price: 30, stock: 5 });
    const page = await open(`/products/${id}`);
    await page.getByText('5 in stock').waitFor();
    await page.getByRole('button', { name: 'Adjust the stock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change').fill('-2');
    await dialog.getByLabel('Reason').fill('damaged');
    await dialog.getByRole('button', { name: 'Adjust the stock' }).click();
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

  it('uploads and removes images', async () => {
    const { id } = await createProduct(app(), { name: 'Poster', price: 30 });
    const page = await open(`/products/${id}`);
    await page
      .getByLabel('Add images')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PNG) });
    const image = page.getByRole('img', { name: 'Image 1 of Poster' });
    await image.waitFor();
    expect((await read(id)).images).to.have.length(1);
    await page.locator('.images').getByRole('button', { name: 'Delete' }).click();
    await image.waitFor({ state: 'detached' });
    expect((await read(id)).images).to.deep.equal([]);
  });

  it('adds a variant and changes it in the grid', async () => {
    const { id } = await createProduct(app(), { name: 'Cap', price: 20, status: 'active' });
    const page = await open(`/products/${id}`);
    await page.getByRole('button', { name: 'Add a variant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Options').fill('size: L');
    await dialog.getByLabel('SKU').fill('CAP-L');
    await dialog.getByRole('button', { name: 'Add a variant' }).click();
    const row = page.getByRole('row', { name: /CAP-L/ });
    await row.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Price', { exact: false }).first().fill('22');
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await read(id)).variants[0].price).to.equal(22);
    await expectAccessible(page);
  });

  it('changes several prices at once', async () => {
    const made = [
      await createProduct(app(), { name: 'Bulk one', price: 10 }),
      await createProduct(app(), { name: 'Bulk two', price: 20 }),
    ];
    const page = await open('/products?q=bulk');
    for (const { id } of made) await page.getByLabel(`Select ${id}`).check();
    await page.getByText('2 selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change prices' }).click();
    await page.getByRole('dialog').getByLabel('Change in percent').fill('-10');
    await page.getByRole('dialog').getByRole('button', { name: 'Change prices' }).click();
    await page.getByText('Saved.').waitFor();
    const prices = await Promise.all(made.map(async ({ id }) => (await read(id)).price));
    expect(prices).to.deep.equal([9, 18]);
  });

  it('downloads the list as CSV, without formulas', async () => {
    await createProduct(app(), { name: '=1+1 sheet', price: 10 });
    const page = await open('/products?q=sheet');
    await page.getByRole('row', { name: /1\+1/ }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const stream = await (await downloading).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text.split('\r\n')).to.have.length(2);
    expect(text).to.include(`"'=1+1 sheet"`);
  });
});
