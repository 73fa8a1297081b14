import type { Page } from 'playwright-core';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { createOrder, createProduct, createUser, itemsOf } from '../support/builders/resources.ts';

const openSearch = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Order number/ }).waitFor();
};

onDashboard('the search', { run: STAFF_FLOW }, ({ app, open, expectAccessible }) => {
  it('finds orders, customers and products by the keyboard alone', async () => {
    const customer = await createUser(app(), { name: 'Grace Hopper', role: 'customer' });
    const product = await createProduct(app(), { name: 'Hopper model', status: 'active', sku: 'HOP-1' });
    const order = await createOrder(app(), { items: itemsOf([product]), user_id: customer.id });
    const page = await open('');
    await openSearch(page);
    await page.keyboard.type('hopper');
    await page.locator('[role=listbox][aria-busy=false]').waitFor();
    await page.getByRole('option', { name: `#${order.number}` }).waitFor();
    await page.getByRole('option', { name: /Grace Hopper/ }).waitFor();
    await page.getByRole('option', { name: /Hopper model/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Hopper model/ }).waitFor();
    await openSearch(page);
    await page.keyboard.type(String(order.number));
    await page.getByRole('option', { name: `#${order.number}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/orders/${order.id}`);
  });

  it('opens what the text finds, and not what a former text has found', async () => {
    await createProduct(app(), { name: 'Amber lamp', status: 'active' });
    const beryl = await createProduct(app(), { name: 'Beryl lamp', status: 'active' });
    const page = await open('');
    await openSearch(page);
    await page.keyboard.type('amber');
    await page.getByRole('option', { name: /Amber lamp/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('beryl');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/products/${beryl.id}`);
  });

  it('leads to screens, settings and actions', async () => {
    const page = await open('');
    await openSearch(page);
    await page.keyboard.type('tax');
    await page.getByRole('option', { name: /Tax rates\s*Settings/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Tax rates' }).waitFor();
    await openSearch(page);
    await page.keyboard.type('create an o');
    await page.getByRole('option', { name: 'Create an order' }).click();
    await page.waitForURL('**/orders/new');
  });

  it('says that nothing was found, and closes by Escape', async () => {
    const page = await open('');
    await openSearch(page);
    await page.keyboard.type('nobodyhasthisname');
    await page.getByText('Nothing was found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
