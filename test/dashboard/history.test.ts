import type { Page } from 'playwright-core';
import { OWNER_FLOW, onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { createInvoice, createSubscription } from '../support/builders/resources.ts';
import { advanceClock } from '../support/builders/test-clock.ts';

const entryOf = (page: Page, text: string | RegExp) => page.locator('.timeline > li').filter({ hasText: text });

onDashboard('timelines of billing', { run: STAFF_FLOW }, ({ app, open, click, expectAccessible }) => {
  const { get, post } = ordersOf(app);

  it('show the payments and credit notes of an invoice, which lead to their pages', async () => {
    const invoice = await createInvoice(app());
    const note = await post('/api/credit_notes', { invoice_id: invoice.id, amount: 19 });
    const token = { payment_method: { token: 'tok_declined' } };
    await app().call('/api/payments', { method: 'POST', body: { invoice_id: invoice.id, ...token } });
    await post('/api/payments', { invoice_id: invoice.id, payment_method: { token: 'tok_success' } });
    const page = await open(`/invoices/${invoice.id}`);
    for (const text of [
      'Created',
      'Finalized',
      /Payment of \$100.00\s*Failed/,
      /Payment of \$100.00\s*Succeeded/,
      'Paid',
    ]) {
      await entryOf(page, text).first().waitFor();
    }
    await expectAccessible(page);
    await click(entryOf(page, note.number).getByRole('link'));
    await page.waitForURL(`**/credit_notes/${note.id}`);
    await page.goto(`${app().url}/dashboard/invoices/${invoice.id}`);
    await click(page.getByRole('row', { name: /\$100.00 Succeeded/ }).getByRole('link'));
    await page.waitForURL('**/payments/**');
  });

  it('show the invoices of a subscription, and their failed payments', async () => {
    const subscription = await createSubscription(app(), { payment_method: { token: 'tok_saved_then_declined' } });
    await advanceClock(app(), 31 * 86_400);
    const [invoice, first] = (await get(`/api/invoices?subscription_id=${subscription.id}`)).data;
    const page = await open(`/subscriptions/${subscription.id}`);
    await entryOf(page, new RegExp(`Invoice ${invoice.number} .*Open`)).waitFor();
    await entryOf(page, new RegExp(`Invoice ${first.number} .*Paid`)).waitFor();
    await entryOf(page, 'A payment of $30.00 has failed').last().waitFor();
    await entryOf(page, 'Created').first().waitFor();
    await expectAccessible(page);
    await click(entryOf(page, 'A payment of $30.00 has failed').last().getByRole('link'));
    await page.waitForURL(`**/invoices/${invoice.id}`);
  });

  it('show that a subscription was cancelled', async () => {
    const { id } = await createSubscription(app());
    await post(`/api/subscriptions/${id}/cancel`, { at_period_end: false });
    const page = await open(`/subscriptions/${id}`);
    await entryOf(page, 'Cancelled').waitFor();
  });
});

onDashboard('timelines of billing for who reads events', { run: OWNER_FLOW }, ({ app, open }) => {
  const { post } = ordersOf(app);

  it('say who has paused and resumed a subscription', async () => {
    const { id } = await createSubscription(app());
    await post(`/api/subscriptions/${id}/pause`, { at_period_end: false });
    await post(`/api/subscriptions/${id}/resume`, {});
    const page = await open(`/subscriptions/${id}`);
    await entryOf(page, 'Resumed').waitFor();
    await entryOf(page, 'Paused').waitFor();
  });
});
