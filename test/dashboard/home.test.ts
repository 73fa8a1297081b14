import { expect } from 'chai';
import { followHome, OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { createUser } from '../support/builders/resources.ts';
import { PASSWORD } from '../support/builders/secrets.ts';

onDashboard('the home screen', { run: OWNER_FLOW }, ({ app, open, click, expectAccessible }) => {
  const { createOrder, get, pay } = ordersOf(app);

  it('counts new orders by itself, and leads to them', async () => {
    const page = await open('/products');
    await followHome(page);
    await page.getByRole('link', { name: /^0\s*orders to fulfil$/i }).waitFor();
    await pay(await createOrder());
    const count = page.getByRole('link', { name: /^1\s*orders to fulfil$/i });
    await count.waitFor();
    await expectAccessible(page);
    await click(count);
    await page.getByRole('row', { name: /guest-1@example.com/ }).waitFor();
  });

  it('asks at most once in two seconds for what many events have changed, and shows the last of them', async () => {
    const page = await open('');
    await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/overview')) requests += 1;
    });
    const start = performance.now();
    for (let count = 0; count < 20; count += 1) await createOrder();
    const last = await createOrder({ email: 'last@example.com' });
    await page.getByRole('row', { name: last.email }).waitFor();
    expect(requests).to.be.at.most(2 + (performance.now() - start) / 2_000);
  });

  it('shows what happened before its first connection, which failed', async () => {
    const page = await open('/products', { expectedLines: [/ERR_FAILED/] });
    const loaded = page.waitForResponse((response) => response.url().includes('/api/orders?'));
    await page.route(
      '**/api/events/stream*',
      async (route) => {
        await loaded;
        await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
        await createOrder({ email: 'missed@example.com' });
        await route.abort();
      },
      { times: 1 },
    );
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByRole('cell', { name: 'missed@example.com' }).waitFor();
  });

  it('offers to try again when something else responds for the service', async () => {
    const page = await open('/products');
    await page.route('**/api/overview', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }));
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByText('The service does not respond.').first().waitFor();
    await page.unroute('**/api/overview');
    await click(page.getByRole('button', { name: 'Try again' }).first());
    await page.getByRole('link', { name: /orders to fulfil$/i }).waitFor();
  });

  it('refreshes at intervals for staff, who do not read events', async () => {
    const page = await open('/products', {
      user: { ...(await createUser(app(), { role: 'staff' })), password: PASSWORD },
    });
    await page.clock.install({ time: new Date() });
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
    const { orders_to_fulfill: former } = await get('/api/overview');
    const order = await createOrder();
    await pay(order);
    await page.clock.fastForward(15_000);
    await page.getByRole('row', { name: order.email }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^${former.count + 1}\\s*orders to fulfil$`, 'i') }).waitFor();
  });
});
