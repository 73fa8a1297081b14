import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';

onDashboard('payments that need attention', { run: STAFF_FLOW }, ({ app, open, click, expectAccessible }) => {
  const { createOrder, get, pay, post } = ordersOf(app);

  it('leads from the count to the payments, and names the reasons of each', async () => {
    const disputed = await pay(await createOrder(), { payment_method: { token: 'tok_disputed' } });
    const failing = await pay(await createOrder(), { payment_method: { token: 'tok_refund_fails_later' } });
    await post(`/api/payments/${failing.id}/refunds`, { amount: 5 });
    for (const { id } of [disputed, failing]) {
      await eventually('it needs attention', async () => (await get(`/api/payments/${id}`)).needs_attention);
    }
    const page = await open('/');
    await click(page.getByRole('link', { name: /2\s*Payments that need attention/ }));
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'Failed refund' }).waitFor();
    await expectAccessible(page);
    await click(rows.filter({ hasText: 'Dispute' }).getByRole('link').first());
    await page.getByText('The payer disputes it.').waitFor();
    expect(await page.getByText('A refund failed after it had succeeded.').count()).to.equal(0);
    await expectAccessible(page);
  });

  it('name the operations of a payment, their amounts and their actors', async () => {
    const { id } = await pay(await createOrder());
    await post(`/api/payments/${id}/refunds`, { amount: 5, reason: 'damaged' });
    // staff may not read the names of keys
    const page = await open(`/payments/${id}`, { user: OWNER });
    const entries = page.locator('.timeline li');
    const requested = entries.filter({ hasText: 'Refund requested' });
    await requested.getByText(/^\$5\.00/).waitFor();
    await requested.getByText((await get('/api/auth')).user.name ?? 'owner@example.com', { exact: true }).waitFor();
    // the names of keys come with another response
    await entries.locator('code').first().waitFor({ state: 'detached' });
    expect((await entries.allInnerTexts()).join()).to.not.match(/_|operation/);
  });
});
