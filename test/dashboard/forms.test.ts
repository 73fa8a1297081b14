import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';

/** Fills in both inputs of the sign-in in one task, as password managers do. Runs in the page. */
const FILL_IN = `([email, password]) => {
  for (const [name, value] of [['email', email], ['password', password]]) {
    const input = document.querySelector('input[name="' + name + '"]');
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}`;

onDashboard('forms', { run: STAFF_FLOW }, ({ open, user, click }) => {
  it('take two inputs that change at once', async () => {
    const page = await open('', { user: null });
    const { email, password } = user();
    await page.locator('input[name="password"]').waitFor();
    expect(await page.locator('input[name="email"]').getAttribute('autocomplete')).to.equal('username');
    await page.evaluate(`(${FILL_IN})(${JSON.stringify([email, password])})`);
    await click(page.locator('.sign-in button[type="submit"]'));
    await page.locator('#navigation').waitFor({ state: 'attached' });
  });
});

onDashboard('buttons', {}, ({ app, open }) => {
  it('that need a permission take the focus, say why, and do nothing', async () => {
    const { createAnalyst, createProduct } = ordersOf(app);
    const { id } = await createProduct();
    const page = await open(`/products/${id}`, { user: await createAnalyst(), expectedLines: [REFUSED] });
    const changes: string[] = [];
    page.on('request', (request) => changes.push(request.method()));
    await page.getByLabel('Name').fill('Another name');
    for (const name of ['Delete', 'Save', 'Adjust the stock']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      expect(await button.and(page.locator(':focus')).count(), name).to.equal(1);
      expect(await button.getAttribute('title'), name).to.equal('This needs the permission products:write.');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('dialog').count(), name).to.equal(0);
    }
    await page.getByLabel('Name').press('Enter');
    expect(changes).not.to.include('PATCH');
  });
});
