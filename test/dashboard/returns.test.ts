import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';

onDashboard('returns', { run: STAFF_FLOW }, ({ app, open, click, select, expectAccessible }) => {
  const { createOrder, pay, post } = ordersOf(app);

  const createReturn = async (reason: string) => {
    const order = await createOrder();
    await pay(order);
    await post(`/api/orders/${order.id}/fulfillments`, {});
    const items = [{ item_id: order.items[0].id, quantity: 2, reason: 'Too small' }];
    return { order, ...(await post(`/api/orders/${order.id}/returns`, { items, reason })) };
  };

  it('are listed with their reasons, filtered by their status, and lead to their orders', async () => {
    const page = await open('');
    await click(page.getByRole('link', { name: 'Returns', exact: true }));
    await page.getByText('There is no return.').waitFor();
    await expectAccessible(page);
    const approved = await createReturn('Gift');
    await post(`/api/returns/${approved.id}/approve`, {});
    const requested = await createReturn('Wrong colour');
    await page.reload();
    const rowOf = (number: number) => page.getByRole('row', { name: new RegExp(`^${number}`) });
    await rowOf(approved.order.number).filter({ hasText: 'Gift, Too small' }).waitFor();
    await rowOf(requested.order.number).filter({ hasText: 'Requested' }).waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Filters' }));
    await select(page.locator('.filters').getByLabel('Status'), 'requested');
    await rowOf(approved.order.number).waitFor({ state: 'detached' });
    await click(rowOf(requested.order.number).getByRole('link'));
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/dashboard/orders/${requested.order.id}`);
  });
});
