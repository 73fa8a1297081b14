import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { OWNER_FLOW, onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';
import { PASSWORD } from '../support/builders/secrets.ts';

const DAY_MS = 86_400_000;

onDashboard('discounts', { run: STAFF_FLOW }, ({ app, open, expectAccessible }) => {
  const { post } = ordersOf(app);

  it('says which are expired, scheduled, disabled and active', async () => {
    const [past, future] = [-DAY_MS, DAY_MS].map((after) => new Date(Date.now() + after).toISOString());
    const discounts = [
      { name: 'Summer', valid_to: past },
      { name: 'Winter', valid_from: future },
      { name: 'Mistake', active: false, valid_to: past },
      { name: 'Welcome', valid_from: past, valid_to: future },
    ];
    for (const discount of discounts) await post('/api/discounts', { kind: 'percent', percent: 10, ...discount });
    const page = await open('/discounts');
    for (const name of ['Summer Expired', 'Winter Scheduled', 'Mistake Disabled', 'Welcome Active']) {
      await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor();
    }
    await expectAccessible(page);
  });
});

onDashboard('changes of discounts', { run: OWNER_FLOW }, ({ app, open, click, fill, select, expectAccessible }) => {
  const { post, get, createProduct } = ordersOf(app);

  it('create one from a code and a percentage in three clicks at most', async () => {
    const page = await open('/discounts');
    const clicks = await countClicks(page);
    await click(page.getByRole('button', { name: 'Add a discount' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Code'), 'SPRING');
    await fill(dialog.getByLabel('Percent'), '15');
    await click(dialog.getByRole('button', { name: 'Add a discount' }));
    await page.getByRole('row', { name: /^SPRING/ }).waitFor();
    expect(clicks()).to.be.at.most(3);
    const [created] = (await get('/api/discounts')).data;
    expect(created).to.include({ name: 'SPRING', code: 'SPRING', percent: 15, active: true });
  });

  it('are for products and categories that a search finds', async () => {
    await createProduct({ name: 'Oak chair', sku: 'CHAIR-1' });
    const { id: table } = await createProduct({ name: 'Oak table' });
    const { id: garden } = await post('/api/categories', { name: 'Garden' });
    const { id: lamps } = await post('/api/categories', { name: 'Lamps', parent_id: garden });
    await post('/api/categories', { name: 'Lamps' });
    const page = await open('/discounts');
    await click(page.getByRole('button', { name: 'Add a discount' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Oak week');
    await fill(dialog.getByLabel('Percent'), '15');
    const products = dialog.getByRole('combobox', { name: 'Products' });
    const chosen = (name: string) => dialog.locator('.chip', { hasText: name });
    for (const name of ['Oak chair', 'Oak table']) {
      await fill(products, name);
      // the results of the text before have another one first
      await click(dialog.locator('.result').first().filter({ hasText: name }));
      await chosen(name).waitFor();
    }
    await fill(dialog.getByRole('combobox', { name: 'Categories' }), 'den › LAMPS');
    await click(dialog.locator('.result', { hasText: 'Garden › Lamps' }));
    await chosen('Garden › Lamps').waitFor();
    await expectAccessible(page);
    await click(chosen('Oak chair'));
    await click(dialog.getByRole('button', { name: 'Add a discount' }));
    await dialog.waitFor({ state: 'detached' });
    const [created] = (await get('/api/discounts')).data;
    expect([created.product_ids, created.category_ids]).to.deep.equal([[table], [lamps]]);
  });

  it('have the fields of their kind, also after it is changed', async () => {
    await post('/api/discounts', { name: 'Changing', kind: 'percent', percent: 10 });
    const page = await open('/discounts', { expectedLines: [REFUSED] });
    await chooseOfRow({ click }, page.getByRole('row', { name: /^Changing/ }), 'Edit');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Percent').inputValue()).to.equal('10');
    expect(await dialog.getByLabel('Amount').count()).to.equal(0);
    await select(dialog.getByLabel('Kind'), 'amount');
    await dialog.getByLabel('Percent').waitFor({ state: 'detached' });
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByText('is required for the kind amount').waitFor();
    await fill(dialog.getByLabel('Amount'), '5');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^Changing .*\$5.00/ }).waitFor();
  });

  it('send nothing of a kind that was given up', async () => {
    const page = await open('/discounts');
    await click(page.getByRole('button', { name: 'Add a discount' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Free delivery');
    await fill(dialog.getByLabel('Percent'), '15');
    await select(dialog.getByLabel('Kind'), 'free_shipping');
    await click(dialog.getByRole('button', { name: 'Add a discount' }));
    await dialog.waitFor({ state: 'detached' });
    expect((await get('/api/discounts')).data[0]).to.include({ kind: 'free_shipping', percent: null });
  });

  it('name the permission without which nothing can be searched', async () => {
    const user = { email: 'prices@example.com', password: PASSWORD };
    await post('/api/users', { ...user, role: 'customer', permissions: ['pricing:read', 'pricing:write'] });
    const { id } = await createProduct();
    await post('/api/discounts', { name: 'Of one', kind: 'percent', percent: 10, product_ids: [id] });
    const page = await open('/discounts', { user });
    await chooseOfRow({ click }, page.getByRole('row', { name: /^Of one/ }), 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This needs the permission products:read.').first().waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: new RegExp(id.slice(-8)) }));
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    expect((await get('/api/discounts')).data[0]).to.deep.include({ name: 'Of one', product_ids: [] });
  });
});
