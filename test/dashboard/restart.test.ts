import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { followHome, onDashboard } from '../support/browser/dashboard.ts';
import { createOrder, createProduct } from '../support/builders/resources.ts';

const UNREACHABLE = {
  expectedLines: [
    /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/,
  ],
};

onDashboard('a restart of the service', {}, ({ app, open, restart }) => {
  it('loses nothing of a form that is open', async () => {
    const { id } = await createProduct(app(), { name: 'Bowl', price: 9 });
    const page = await open(`/products/${id}`, UNREACHABLE);
    await page.getByLabel('Name').fill('Large bowl');
    await page.getByLabel('Description').first().fill('Glazed twice');
    await restart(async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('The service does not respond.').waitFor();
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { json } = await app().call(`/api/products/${id}`);
    expect(json).to.include({ name: 'Large bowl', description: 'Glazed twice', price: 9 });
  });

  it('creates nothing twice when it hits after the write', async () => {
    const page = await open('/products/new', UNREACHABLE);
    await page.getByLabel('Name').fill('Made once');
    await page.getByLabel('Price').first().fill('12');
    const create = page.getByRole('button', { name: 'Save' });
    const written = new Promise<void>((resolve) => {
      const loseResponse = async (route: Route): Promise<void> => {
        await route.fetch();
        await route.abort('connectionreset');
        resolve();
      };
      void page.route('**/api/products', loseResponse, { times: 1 });
    });
    await create.click();
    await written;
    await restart(() => page.getByRole('alert').getByText('The service does not respond.').waitFor());
    await create.click();
    await page.getByRole('heading', { name: 'Made once' }).waitFor();
    const { data } = (await app().call('/api/products?q=Made+once&include_total=true')).json;
    expect(data).to.have.length(1);
  });

  it('interrupts live orders only while it lasts', async () => {
    const page = await open('/products', UNREACHABLE);
    await followHome(page);
    await restart(async () => {});
    await createOrder(app(), { email: 'after-the-restart@example.com' });
    await page.getByRole('cell', { name: 'after-the-restart@example.com' }).waitFor();
  });
});
