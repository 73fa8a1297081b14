import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { holdDryRuns, ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfRow, chooseOfScreen } from '../support/browser/row-menu.ts';
import { createInvoice, createPlan, createSubscription, createUser } from '../support/builders/resources.ts';
import { advanceClock } from '../support/builders/test-clock.ts';

const DAY = 86_400;

onDashboard('billing', { run: STAFF_FLOW }, ({ app, open, click, fill, select, expectAccessible, mails }) => {
  const { createAnalyst, createOrder, get, post } = ordersOf(app);

  it('adds a plan with tiers, changes it, archives it and offers it again', async () => {
    const { id } = await post('/api/products', { name: 'Desk of an office', price: 10 });
    const page = await open('/plans', { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Add a plan' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Seats');
    await select(dialog.getByLabel('Pricing'), 'graduated');
    const tier = (number: number) => dialog.getByRole('group', { name: `Prices ${number}` });
    await fill(tier(1).getByLabel('Up to'), '5');
    await fill(tier(1).getByLabel('Per unit'), 'seventy');
    await fill(tier(1).getByLabel('For the tier'), '10');
    await click(dialog.getByRole('button', { name: 'Add: Prices' }));
    await fill(tier(2).getByLabel('Per unit'), '60');
    await fill(dialog.getByRole('combobox', { name: 'Product' }), 'office');
    await click(dialog.getByRole('option', { name: 'Desk of an office' }));
    await click(dialog.getByRole('button', { name: 'Add a plan' }));
    await dialog.locator('.field-error').first().waitFor();
    await tier(1).getByLabel('Per unit').and(page.locator(':focus')).waitFor();
    await fill(tier(1).getByLabel('Per unit'), '70.5');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Add a plan' }));
    const row = page.getByRole('row', { name: /^Seats Active 5: \$70.50 \+ \$10.00; …: \$60.00/ });
    await row.waitFor();
    const [plan] = (await get('/api/plans')).data;
    expect(plan.product_id).to.equal(id);
    expect(plan.tiers).to.deep.equal([
      { up_to: 5, unit_amount: 70.5, flat_amount: 10 },
      { up_to: null, unit_amount: 60, flat_amount: 0 },
    ]);
    // the next action is on the plan as it was changed, however long the list takes to load
    await page.route(/\/api\/plans\?/, async (route) => {
      await sleep(500);
      await route.continue();
    });
    await chooseOfRow({ click }, row, 'Edit');
    await fill(dialog.getByLabel('Trial days'), '14');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    await chooseOfRow({ click }, row, 'Archive');
    await click(dialog.getByRole('button', { name: 'Archive' }));
    const archived = page.getByRole('row', { name: /^Seats Archived/ });
    await archived.waitFor();
    expect(await get(`/api/plans/${plan.id}`)).to.include({ trial_days: 14, status: 'archived' });
    await chooseOfRow({ click }, archived, 'Offer again');
    await click(dialog.getByRole('button', { name: 'Offer again' }));
    await row.waitFor();
    await expectAccessible(page);
  });

  it('starts a subscription in five clicks at most, after what it costs was shown', async () => {
    const user = await createUser(app(), { name: 'Emmy Noether', email: 'emmy@example.com' });
    await post('/api/payment_methods', { user_id: user.id, token: 'tok_success' });
    const plan = await createPlan(app(), { name: 'Tea', amount: 12 });
    const page = await open('/subscriptions');
    const clicks = await countClicks(page);
    await click(page.getByRole('button', { name: 'Create a subscription' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Search for a customer'), 'emmy');
    await click(dialog.getByRole('option', { name: /^Emmy Noether/ }));
    await select(dialog.getByLabel('Plan'), plan.id);
    await dialog.getByText(/^\$12\.00 now, then \$12\.00 each month from /).waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Start the subscription' }));
    await page.getByRole('heading', { level: 1, name: /Active/ }).waitFor();
    // a person needs two more to choose the plan
    expect(clicks() + 2).to.be.at.most(5);
    const { data: started } = await get(`/api/subscriptions?user_id=${user.id}`);
    expect(started[0]).to.include({ plan_id: plan.id, quantity: 1, collection: 'charge' });
    await page.goto(`${app().url}/dashboard/customers/${user.id}`);
    await page.getByText(/^Renews on /).waitFor();
    await click(page.getByRole('button', { name: 'Create a subscription' }));
    await dialog.getByLabel('Plan').waitFor();
  });

  it('shows what a change of the plan costs before it is made', async () => {
    const small = await createPlan(app(), { name: 'Small', amount: 10 });
    const large = await createPlan(app(), { name: 'Large', amount: 30 });
    await createPlan(app(), { name: 'Elsewhere', currency: 'EUR' });
    const yearly = await createPlan(app(), { name: 'Yearly', amount: 100, interval: 'year' });
    const { id } = await createSubscription(app(), { plan_id: small.id, quantity: 1 });
    const page = await open(`/subscriptions/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Change the plan' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing is billed at once.').waitFor();
    const names = await dialog.getByLabel('Plan').locator('option').allInnerTexts();
    expect(names.join()).to.include('Large: $30.00').and.not.to.include('Elsewhere');
    await select(dialog.getByLabel('Plan'), yearly.id);
    await dialog.getByRole('heading', { name: 'Billed at once' }).waitFor();
    await dialog.getByRole('cell', { name: '$100.00' }).first().waitFor();
    await select(dialog.getByLabel('Plan'), large.id);
    await select(dialog.getByLabel('Proration'), 'at_period_end');
    await dialog.getByText('Nothing is billed at once.').waitFor();
    await dialog.getByRole('cell', { name: '$30.00' }).first().waitFor();
    await expectAccessible(page);
    await fill(dialog.getByLabel('Quantity'), '-1');
    await dialog.locator('.field-error').waitFor();
    await fill(dialog.getByLabel('Quantity'), '2');
    await dialog.getByRole('cell', { name: '$60.00' }).first().waitFor();
    expect((await get(`/api/subscriptions/${id}`)).next_plan_id).to.equal(null);
    await click(dialog.getByRole('button', { name: 'Change the plan' }));
    await page.getByText('Saved.').waitFor();
    expect(await get(`/api/subscriptions/${id}`)).to.include({ next_plan_id: large.id, next_quantity: 2 });
    await page.getByRole('cell', { name: '$60.00' }).first().waitFor();
    await expectAccessible(page);
  });

  it('changes the plan only at a cost that it has shown', async () => {
    const [small, large] = [await createPlan(app(), { amount: 10 }), await createPlan(app(), { amount: 30 })];
    const { id } = await createSubscription(app(), { plan_id: small.id, quantity: 1 });
    const page = await open(`/subscriptions/${id}`);
    await click(page.getByRole('button', { name: 'Change the plan' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing is billed at once.').waitFor();
    const { release } = await holdDryRuns(page);
    await select(dialog.getByLabel('Plan'), large.id);
    await click(dialog.getByRole('button', { name: 'Change the plan' }));
    release();
    await page.getByText('The cost is now shown.').waitFor();
    expect(await get(`/api/subscriptions/${id}`)).to.include({ plan_id: small.id });
    await click(dialog.getByRole('button', { name: 'Change the plan' }));
    await page.getByText('Saved.').waitFor();
    expect(await get(`/api/subscriptions/${id}`)).to.include({ plan_id: large.id });
  });

  it('writes an invoice, finalizes it, and credits a part', async () => {
    await createUser(app(), { name: 'Hedy Lamarr', email: 'hedy@example.com' });
    const page = await open('/invoices/new', { expectedLines: [REFUSED] });
    await page.getByRole('heading', { level: 1, name: 'Create an invoice' }).waitFor();
    await fill(page.getByLabel('Search for a customer'), 'hedy');
    await click(page.getByRole('option', { name: /^Hedy Lamarr/ }));
    await fill(page.getByLabel('Description'), 'Consulting');
    await fill(page.getByLabel('Quantity'), '2');
    await fill(page.getByLabel('Unit price'), 'much');
    await page.locator('.row .field-error').waitFor();
    // the error of the preview does not take the focus
    await fill(page.getByLabel('Tax rate'), '19');
    expect(await page.getByLabel('Tax rate').inputValue()).to.equal('19');
    await fill(page.getByLabel('Unit price'), '95.50');
    await click(page.getByText('Enter another address'));
    await fill(page.getByLabel('Name', { exact: true }), 'Lamarr Ltd');
    await fill(page.getByLabel('Street and number'), 'Torstr. 1');
    await fill(page.getByLabel('City'), 'Berlin');
    await select(page.getByLabel('Country'), 'DE');
    await page.getByText('$227.29').first().waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Create the draft' }));
    await page.getByRole('heading', { level: 1, name: /^Draft/ }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Lamarr Ltd' }).waitFor();
    await click(page.getByRole('button', { name: 'Edit the draft' }));
    await fill(page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Kiesler Ltd');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await page.getByRole('definition').filter({ hasText: 'Kiesler Ltd' }).waitFor();
    await click(page.getByRole('button', { name: 'Finalize' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'Finalize' }));
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor();
    expect(await page.getByRole('link', { name: 'PDF' }).getAttribute('href')).to.match(/\/pdf$/);
    await chooseOfScreen({ click }, page, 'Credit');
    await fill(dialog.getByLabel('Amount'), '27.29');
    await fill(dialog.getByLabel('Note'), 'One hour less');
    await click(dialog.getByRole('button', { name: 'Credit' }));
    await click(page.getByRole('link', { name: /^CN-/ }).first());
    await page.getByRole('heading', { level: 1, name: /^CN-/ }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'One hour less' }).waitFor();
    await expectAccessible(page);
    const { data } = await get('/api/credit_notes');
    expect(data[0]).to.include({ total: 27.29, note: 'One hour less', reason: 'correction' });
    const type = await page.evaluate<string>(
      `fetch('/api/credit_notes/${data[0].id}/pdf').then((response) => response.headers.get('content-type'))`,
    );
    expect(type).to.equal('application/pdf');
    await page.goto(`${app().url}/dashboard/credit_notes`);
    await page.getByRole('row', { name: /One hour less/ }).waitFor();
  });

  it('invoices an order and sends the invoice in three clicks at most, and says what the shop’s details lack', async () => {
    const order = await createOrder({ email: 'buyer@example.com' });
    const page = await open(`/orders/${order.id}`, { expectedLines: [REFUSED] });
    const clicks = await countClicks(page);
    await click(page.getByRole('button', { name: 'Invoice', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the invoice would lack: Address, Tax number.').waitFor();
    expect(await dialog.getByRole('link', { name: 'Complete them' }).getAttribute('href')).to.equal('/dashboard/shop');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Create the invoice' }));
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor();
    expect(clicks()).to.be.at.most(3);
    // beside the confirmation of the order
    const received = await mails().mailsTo('buyer@example.com', 2);
    const [file] = received.flatMap(({ attachments = [] }) => attachments);
    expect(file?.filename).to.match(/^INV-\d+\.pdf$/);
    await page.getByText('Sent', { exact: true }).waitFor();
    await click(page.getByRole('button', { name: 'Send' }));
    await click(dialog.getByRole('button', { name: 'Send' }));
    await dialog.getByText('The invoice was sent less than a minute ago.').waitFor();
    await page.goto(`${app().url}/dashboard/orders/${order.id}`);
    await click(page.getByRole('link', { name: 'Invoice', exact: true }));
    await page.getByRole('heading', { level: 1, name: /^INV-/ }).waitFor();
  });

  it('keeps an invoice that is written in the tab, and discards it on request', async () => {
    await createUser(app(), { name: 'Mary Somerville', email: 'mary@example.com' });
    const page = await open('/invoices/new');
    await fill(page.getByLabel('Search for a customer'), 'mary');
    await click(page.getByRole('option', { name: /^Mary Somerville/ }));
    await fill(page.getByLabel('Description'), 'Astronomy');
    await click(page.getByRole('link', { name: 'Invoices' }).last());
    await click(page.getByRole('link', { name: 'Create an invoice' }));
    await page.getByText('This form has changes that you have not saved.').waitFor();
    await page.getByText('mary@example.com').waitFor();
    expect(await page.getByLabel('Description').inputValue()).to.equal('Astronomy');
    await click(page.getByRole('button', { name: 'Discard the changes' }));
    expect(await page.getByLabel('Description').inputValue()).to.equal('');
    await page.getByLabel('Search for a customer').waitFor();
  });

  it('edits a draft only as the user has seen it', async () => {
    const { id: user_id } = await createUser(app());
    const period = { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' };
    const lines = [
      { description: 'Advice', quantity: 2, unit_price: 10, tax_category: 'services', period },
      { description: 'Travel', unit_price: 5 },
    ];
    const { id } = await post('/api/invoices', { user_id, lines });
    const page = await open(`/invoices/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Edit the draft' }));
    const dialog = page.getByRole('dialog', { name: 'Edit the draft' });
    const first = dialog.getByRole('group', { name: 'Line 1' });
    expect(await first.getByLabel('Quantity').inputValue()).to.equal('2');
    await click(dialog.getByRole('button', { name: 'Remove: Travel' }));
    await fill(first.getByLabel('Unit price'), 'much');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await first.locator('.field-error').waitFor();
    await first.getByLabel('Unit price').and(page.locator(':focus')).waitFor();
    await fill(first.getByLabel('Unit price'), '12.50');
    await expectAccessible(page);
    await app().call(`/api/invoices/${id}`, { method: 'PATCH', body: { footer: 'Thank you.' } });
    await click(dialog.getByRole('button', { name: 'Save' }));
    const conflict = page.getByRole('dialog', { name: 'Somebody else has saved changes' });
    await conflict.getByText('Thank you.').first().waitFor();
    await click(conflict.getByRole('button', { name: 'Use the chosen values' }));
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved.').waitFor();
    const invoice = await get(`/api/invoices/${id}`);
    expect(invoice).to.include({ footer: 'Thank you.', subtotal: 25 });
    expect(invoice.draft_lines).to.deep.equal([{ ...lines[0], unit_price: 12.5 }]);
    await page.getByRole('cell', { name: '$12.50' }).waitFor();
  });

  it('deletes a draft', async () => {
    const { id: user_id } = await createUser(app());
    const { id } = await post('/api/invoices', { user_id, lines: [{ description: 'Advice', unit_price: 1 }] });
    const page = await open(`/invoices/${id}`);
    await chooseOfScreen({ click }, page, 'Delete the draft');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }));
    await page.waitForURL('**/dashboard/invoices');
    expect((await app().call(`/api/invoices/${id}`)).status).to.equal(404);
  });

  it('shows that a payment of a subscription failed, and when it is tried again', async () => {
    const { id } = await createSubscription(app(), { payment_method: { token: 'tok_success' } });
    const page = await open(`/subscriptions/${id}`);
    await page.getByRole('heading', { name: 'What happens next' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Failed payments' }).count()).to.equal(0);
    const failing = await createSubscription(app(), {
      payment_method: { token: 'tok_saved_then_declined' },
    });
    await advanceClock(app(), 31 * DAY);
    const { status, next_payment_attempt_at: next } = await get(`/api/subscriptions/${failing.id}`);
    expect(status).to.equal('past_due');
    expect(next).to.be.a('string');
    await page.goto(`${app().url}/dashboard/subscriptions/${failing.id}`);
    await page.getByRole('heading', { name: 'Failed payments' }).waitFor();
    await page.getByText(/The payment is retried automatically/).waitFor();
    await expectAccessible(page);
  });

  it('lets an analyst read, and change nothing', async () => {
    const invoice = await createInvoice(app());
    const page = await open(`/invoices/${invoice.id}`, { user: await createAnalyst() });
    await click(page.locator('.screen-header summary'));
    const credit = page.getByRole('button', { name: 'Credit' });
    await credit.waitFor();
    expect(await credit.isDisabled()).to.equal(true);
    await page.goto(`${app().url}/dashboard/plans`);
    expect(await page.getByRole('button', { name: 'Add a plan' }).isDisabled()).to.equal(true);
    await page.goto(`${app().url}/dashboard/invoices`);
    expect(await page.getByRole('button', { name: 'Create an invoice' }).isDisabled()).to.equal(true);
  });
});
