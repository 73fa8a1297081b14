import { OWNER_RUNS, onDashboard } from '../support/dashboard.ts';
import { ordersOf } from '../support/dashboard-orders.ts';

onDashboard('the home screen', { runs: OWNER_RUNS }, ({ app, open, click, expectAccessible }) => {
  const { createOrder, pay } = ordersOf(app);

  it('counts new orders by itself, and leads to them', async () => {
    const page = await open('');
    await page.getByRole('link', { name: /^0\s*orders to fulfil$/i }).waitFor();
    // the stream is open before the order is placed
    await page.getByText('There is no order yet.').waitFor();
    await pay(await createOrder());
    const count = page.getByRole('link', { name: /^1\s*orders to fulfil$/i });
    await count.waitFor();
    await expectAccessible(page);
    await click(count);
    await page.getByRole('row', { name: /guest-1@example.com/ }).waitFor();
  });
});
