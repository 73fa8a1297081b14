import { expect } from 'chai';
import { onDashboard } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { csvOf } from '../support/builders/imports.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';

onDashboard(
  'each kind of control',
  { run: { role: 'staff', by: 'keyboard' } },
  ({ app, open, click, check, uncheck, attach, fill, select }) => {
    const { createOrder, createProduct, get } = ordersOf(app);

    it('a form takes text and choices, and saves them', async () => {
      const { id } = await createProduct({ name: 'Stool' });
      const page = await open(`/products/${id}`);
      await fill(page.getByLabel('Name'), 'Bar stool');
      await fill(page.getByLabel('Description', { exact: true }), 'Oak,\nwaxed');
      await select(page.getByLabel('Status'), 'active');
      await click(page.getByRole('button', { name: 'Save' }));
      await page.getByText('Saved.').waitFor();
      expect(await get(`/api/products/${id}`)).to.include({
        name: 'Bar stool',
        description: 'Oak,\nwaxed',
        status: 'active',
      });
    });

    it('a list is searched, filtered and opened', async () => {
      await createProduct({ name: 'Canvas tent', status: 'draft' });
      const { id } = await createProduct({ name: 'Canvas bag', status: 'active' });
      const page = await open('/products');
      await fill(page.getByRole('searchbox'), 'canvas');
      await page.getByRole('row', { name: /Canvas tent/ }).waitFor();
      await click(page.getByRole('button', { name: 'Filters' }));
      await select(page.locator('.filters').getByLabel('Status'), 'active');
      await page.getByRole('row', { name: /Canvas tent/ }).waitFor({ state: 'detached' });
      await click(page.getByRole('link', { name: 'Canvas bag' }));
      await page.waitForURL(`**/products/${id}`);
    });

    it('radio buttons say what a file has, which is chosen, checked and imported', async () => {
      const page = await open('/imports');
      await check(page.getByRole('radio', { name: 'Redirects', exact: true }));
      await attach(page.getByLabel('File', { exact: true }), {
        name: 'redirects.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csvOf('path,target', '/old-keys,/keys')),
      });
      await click(page.getByRole('button', { name: 'Check the file' }));
      await click(page.getByRole('button', { name: 'Import the file' }));
      await page.getByRole('link', { name: 'Show the import' }).waitFor();
      expect((await get('/api/redirects')).data).to.have.length(1);
    });

    it('the menu of a row opens, leads on, and closes by Escape', async () => {
      await app().call('/api/redirects', { method: 'POST', body: { path: '/old-mugs', target: '/mugs' } });
      const page = await open('/redirects');
      const menu = page.getByLabel('Actions: /old-mugs');
      await click(menu);
      const choice = page.getByRole('button', { name: 'Edit' });
      await choice.waitFor();
      await page.keyboard.press('Escape');
      await choice.waitFor({ state: 'hidden' });
      expect(await menu.and(page.locator(':focus')).count()).to.equal(1);
      await click(menu);
      await click(choice);
      await fill(page.getByRole('dialog').getByLabel('Leads to'), '/cups');
      await click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
      await choice.waitFor({ state: 'hidden' });
      await page.getByRole('cell', { name: '/cups' }).waitFor();
    });

    it('a dialog keeps the focus, asks before it discards, and is confirmed', async () => {
      const { id } = await createOrder();
      const page = await open(`/orders/${id}`);
      await click(page.getByRole('button', { name: 'Add a note' }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel('Note'), 'Call first.');
      await page.keyboard.press('Escape');
      await dialog.getByText('What you have typed is not saved.').waitFor();
      expect(await dialog.locator(':focus').count()).to.equal(1);
      await click(dialog.getByRole('button', { name: 'Add a note' }));
      await page.locator('.timeline').getByText('Call first.').waitFor();
    });

    it('an editor of lines finds, adds, changes and removes them', async () => {
      const scarf = await createProduct({ name: 'Woollen scarf', price: 29 });
      const { id, items } = await createOrder();
      const page = await open(`/orders/${id}`);
      await click(page.getByRole('button', { name: 'Edit items' }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel('Add a product'), 'woollen');
      await click(dialog.getByRole('option', { name: /^Woollen scarf/ }));
      await fill(dialog.getByLabel('Quantity: Woollen scarf'), '3');
      await click(dialog.getByRole('button', { name: `Remove ${items[0].name}` }));
      await dialog.getByText('$87.00').first().waitFor();
      await click(dialog.getByRole('button', { name: 'Save' }));
      await page.getByText('The items were changed.').waitFor();
      const order = await get(`/api/orders/${id}`);
      expect(order.items.map((item: { product_id: string }) => item.product_id)).to.deep.equal([scarf.id]);
      expect(order.total).to.equal(87);
    });

    it('rows, countries found by their names, and a currency are typed', async () => {
      const page = await open('/shipping_methods', { user: OWNER });
      await click(page.getByRole('button', { name: 'Add a shipping method' }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel('Name'), 'Post');
      const countries = dialog.getByRole('combobox', { name: 'Countries' });
      await fill(countries, 'euroz');
      await click(dialog.getByRole('option', { name: /^Eurozone/ }));
      await click(dialog.getByRole('button', { name: 'Remove all: Countries' }));
      await fill(countries, 'austria');
      // all of a name is a choice
      await page.keyboard.press('Tab');
      await fill(dialog.getByRole('combobox', { name: 'Currency' }), 'eur');
      await fill(dialog.getByLabel('Up to'), '20');
      await page.keyboard.press('Tab');
      await page.keyboard.type('4.90');
      await click(dialog.getByRole('button', { name: 'Add: Prices' }));
      await page.keyboard.type('x');
      await click(dialog.getByRole('button', { name: 'Remove: Prices 2' }));
      await dialog.getByRole('button', { name: 'Add: Prices' }).and(page.locator(':focus')).waitFor();
      await click(dialog.getByRole('button', { name: 'Add a shipping method' }));
      await page.getByRole('row', { name: /^Post/ }).waitFor();
      const [method] = (await get('/api/shipping_methods')).data;
      expect(method).to.deep.include({ countries: ['AT'], currency: 'EUR', tiers: [{ up_to: 20, price: 4.9 }] });
    });

    it('a tree of events unfolds, and its boxes choose groups and single ones', async () => {
      const page = await open('/webhooks', { user: OWNER });
      await click(page.getByRole('button', { name: 'Add an endpoint' }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel('URL'), 'https://shop.example/hooks');
      await click(dialog.getByRole('button', { name: 'Show what is in it: Category' }));
      await uncheck(dialog.getByLabel('category.deleted'));
      await uncheck(dialog.getByLabel('Order', { exact: true }));
      await click(dialog.getByRole('button', { name: 'Add an endpoint' }));
      await page.locator('.secret').waitFor();
      const [{ events }] = (await get('/api/webhooks')).data;
      expect(events).to.include.members(['product.*', 'category.created', 'category.updated']);
      expect(events).not.to.include.oneOf(['*', 'category.*', 'category.deleted', 'order.*']);
    });

    it('the page of a product takes options, rows of names and values, chips and a category', async () => {
      const page = await open('/products/new');
      await fill(page.getByLabel('Name'), 'Straw hat');
      await fill(page.locator('input[name="price"]'), '20');
      await click(page.getByRole('button', { name: 'Add an option' }));
      await page.keyboard.type('Size');
      await page.keyboard.press('Enter');
      await page.keyboard.type('S,M,L');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Backspace');
      await fill(page.getByLabel('Stock of M'), '4');
      await check(page.getByLabel('Select S', { exact: true }));
      await fill(page.getByRole('textbox', { name: 'Value', exact: true }), '25');
      await click(page.getByRole('button', { name: 'Apply' }));
      await click(page.getByRole('button', { name: 'Add: Attributes' }));
      await page.keyboard.type('brim');
      await page.keyboard.press('Tab');
      await page.keyboard.type('wide');
      await fill(page.getByRole('combobox', { name: 'Category' }), 'Women > Hats');
      await click(page.getByRole('option', { name: 'Create “Hats” below Women' }));
      const category = page.getByRole('combobox', { name: 'Category' });
      await eventually('it is created', async () => (await category.inputValue()) === 'Women › Hats');
      await page.keyboard.press('Control+s');
      await page.getByRole('heading', { level: 1, name: /Straw hat/ }).waitFor();
      const product = await get(`/api/products/${new URL(page.url()).pathname.split('/').at(-1)}`);
      expect(product).to.deep.include({ category: 'Hats', attributes: { brim: 'wide' } });
      expect(
        product.variants.map(({ options, price, stock }: Record<string, unknown>) => [options, price, stock]),
      ).to.deep.equal([
        [{ Size: 'S' }, 25, null],
        [{ Size: 'M' }, 20, 4],
      ]);
    });
  },
);
