import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfRow, chooseOfScreen } from '../support/browser/row-menu.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';

onDashboard('customers', { run: STAFF_FLOW }, ({ app, open, click, fill, select, check, expectAccessible }) => {
  const { createAnalyst, createOrder, createProduct, get, pay, post } = ordersOf(app);
  let count = 0;

  const createCustomer = (fields: object = {}) => {
    count += 1;
    return post('/api/users', { email: `customer-${count}@example.com`, name: `Customer ${count}`, ...fields });
  };
  const saveMethod = (user_id: string, token: string) => post('/api/payment_methods', { user_id, token });

  it('shows what a customer has spent', async () => {
    const { id } = await createCustomer();
    const order = await createOrder({ user_id: id, email: undefined });
    await pay(order);
    const path = `/api/analytics/query?metrics=net&filters=user:${id}&from=2000-01-01`;
    await eventually('the payment is in the figures', async () => (await get(path)).rows[0]?.net === order.total);
    const page = await open(`/customers/${id}`);
    const spend = page.locator('section.card', { has: page.getByRole('heading', { name: 'Spend' }) });
    await spend.getByText('$40.00').first().waitFor();
    await page.getByRole('link', { name: String(order.number) }).waitFor();
    await expectAccessible(page);
  });

  it('lead to a new order for them, and from an order to the earlier ones', async () => {
    const { id, name } = await createCustomer();
    const [first, second] = [
      await createOrder({ user_id: id, email: undefined }),
      await createOrder({ user_id: id, email: undefined }),
    ];
    const page = await open(`/customers/${id}`);
    await click(page.getByRole('link', { name: 'Create an order' }));
    await page.getByText(name).waitFor();
    const { name: shirt } = first.items[0];
    await fill(page.getByLabel('Add a product'), shirt);
    await click(page.getByRole('option', { name: new RegExp(`^${shirt} `) }));
    await page.getByRole('listitem').getByText('$20.00').first().waitFor();
    await page.goto(`${app().url}/dashboard/orders/${second.id}`);
    await page.getByRole('link', { name: 'Orders in all: 2' }).waitFor();
    await page.getByRole('link', { name: `Order ${first.number}` }).waitFor();
    await expectAccessible(page);
  });

  it('shows the open cart and those that were ordered', async () => {
    const { id } = await createCustomer();
    const [shirt, scarf] = [await createProduct(), await createProduct({ name: 'Silk scarf' })];
    const addCart = (product_id: string) => post('/api/carts', { user_id: id, items: [{ product_id, quantity: 2 }] });
    const { id: cart_id } = await addCart(shirt.id);
    const checkout = await post('/api/checkouts', { cart_id });
    const { order } = await post(`/api/checkouts/${checkout.id}/complete`, {});
    await addCart(scarf.id);
    const page = await open(`/customers/${id}`);
    const carts = page.getByRole('region', { name: 'Carts' });
    const ordered = carts.getByRole('row', { name: /Ordered/ });
    await ordered.getByText(`2 × ${shirt.name}`).waitFor();
    await ordered.getByRole('link', { name: String(order.number) }).waitFor();
    await carts.getByRole('row', { name: /Open/ }).getByText('2 × Silk scarf').waitFor();
    await expectAccessible(page);
  });

  it('chooses the default payment method and removes another', async () => {
    const { id } = await createCustomer();
    const [first, second] = [await saveMethod(id, 'tok_success'), await saveMethod(id, 'tok_success')];
    expect(first.is_default).to.equal(true);
    const page = await open(`/customers/${id}`);
    const rows = page.getByRole('row').filter({ has: page.locator('summary') });
    const other = rows.filter({ hasText: '4242', hasNot: page.getByText('Default', { exact: true }) });
    await chooseOfRow({ click }, other, 'Make it the default');
    const dialog = page.getByRole('dialog');
    const reloaded = page.waitForResponse((response) => response.url().includes('/api/payment_methods?'));
    await click(dialog.getByRole('button', { name: 'Make it the default' }));
    await page.getByText('Saved.').waitFor();
    await (await reloaded).finished();
    expect((await get(`/api/payment_methods/${second.id}`)).is_default).to.equal(true);
    await chooseOfRow({ click }, page.getByRole('row', { name: /Default/ }), 'Remove');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Remove' }));
    await page.getByText('The payment method was removed.').waitFor();
    const { data } = await get(`/api/payment_methods?user_id=${id}`);
    expect(data.map((method: { id: string }) => method.id)).to.deep.equal([first.id]);
  });

  it('shows the effect of an erasure before it erases', async () => {
    const { id } = await createCustomer({ addresses: [{ line1: '1 Main St', country: 'US' }] });
    await createOrder({ user_id: id, email: undefined });
    await createOrder({ user_id: id, email: undefined });
    await saveMethod(id, 'tok_success');
    const page = await open(`/customers/${id}`);
    await page.getByRole('heading', { name: 'Saved payment methods' }).waitFor();
    await chooseOfScreen({ click }, page, 'Erase');
    const dialog = page.getByRole('dialog');
    const counts = async (): Promise<string[]> =>
      (await dialog.locator('.facts > div').allInnerTexts()).map((text) => text.replace('\n', ' '));
    await dialog.locator('.facts').nth(1).waitFor();
    expect(await counts()).to.deep.equal(['Payment methods removed 1', 'Addresses removed 1', 'Orders 2']);
    await expectAccessible(page);
    expect((await app().call(`/api/users/${id}`)).status).to.equal(200);
    await click(dialog.getByRole('button', { name: 'Erase' }));
    await page.waitForURL('**/dashboard/customers');
    expect((await app().call(`/api/users/${id}`)).status).to.equal(404);
  });

  it('shows consents with their time and source, and records what a customer says', async () => {
    const at = '2024-02-29T09:00:00.000Z';
    const consents = { email_marketing: { granted: true, at, source: 'former shop' } };
    const { id } = await createCustomer({ consents });
    const page = await open(`/customers/${id}`);
    const row = (purpose: string) => page.getByRole('row', { name: new RegExp(purpose) });
    const mails = row('Marketing by e-mail');
    await mails.getByText('former shop').waitFor();
    expect(await mails.locator('time').getAttribute('datetime')).to.equal(at);
    await row('Marketing by text message').getByText('Never asked').waitFor();
    await expectAccessible(page);
    await chooseOfRow({ click }, mails, 'Record a refusal');
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Source'), 'by phone');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Record a refusal' }));
    await dialog.waitFor({ state: 'detached' });
    await mails.getByText('Refused').waitFor();
    await mails.getByText('by phone').waitFor();
    expect((await get(`/api/users/${id}`)).consents.email_marketing).to.include({ granted: false, source: 'by phone' });
  });

  it('adds, changes and removes an address', async () => {
    const { id } = await createCustomer();
    const page = await open(`/customers/${id}`, { expectedLines: [REFUSED] });
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Addresses' }) })
      .last();
    const dialog = page.getByRole('dialog');
    await click(section.getByRole('button', { name: 'Add an address' }));
    await fill(dialog.getByLabel('Street and number'), 'Torstr. 1');
    await fill(dialog.getByLabel('City'), 'Berlin');
    await select(dialog.getByLabel('Country'), 'DE');
    await click(dialog.getByRole('button', { name: 'Add an address' }));
    await section.getByText('Berlin').waitFor();
    await click(section.getByRole('button', { name: 'Edit' }));
    await fill(dialog.getByLabel('City'), 'Potsdam');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await section.getByText('Potsdam').waitFor();
    const { addresses } = await get(`/api/users/${id}`);
    expect(addresses).to.have.length(1);
    expect(addresses[0]).to.include({ line1: 'Torstr. 1', city: 'Potsdam', country: 'DE' });
    await click(section.getByRole('button', { name: 'Delete' }));
    await click(dialog.getByRole('button', { name: 'Delete' }));
    await section.getByText('There is no address yet.').waitFor();
    expect((await get(`/api/users/${id}`)).addresses).to.deep.equal([]);
  });

  it('says in the preview why somebody cannot be erased', async () => {
    const { user } = await get('/api/auth');
    const page = await open(`/team/${user.id}`, { expectedLines: [REFUSED], user: OWNER });
    await chooseOfScreen({ click }, page, 'Erase');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expectAccessible(page);
  });

  it('lets an analyst read, and change nothing', async () => {
    const { id } = await createCustomer();
    await saveMethod(id, 'tok_success');
    const page = await open(`/customers/${id}`, { user: await createAnalyst() });
    await click(page.getByRole('row').filter({ hasText: '4242' }).locator('summary'));
    const remove = page.getByRole('button', { name: 'Remove' });
    await remove.waitFor();
    expect(await remove.isDisabled()).to.equal(true);
    await click(page.locator('.screen-header summary'));
    expect(await page.getByRole('button', { name: 'Erase' }).isDisabled()).to.equal(true);
  });

  it('lists colleagues and customers apart, each with their own views', async () => {
    const { email } = await createCustomer();
    const analyst = await createAnalyst();
    const page = await open('/team');
    await page.getByRole('link', { name: analyst.email }).waitFor();
    expect(await page.getByRole('link', { name: email }).count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Filters' }));
    const roles = page.getByRole('group', { name: 'Role' });
    expect(await roles.getByRole('checkbox').count()).to.equal(4);
    await check(roles.getByLabel('Owner'));
    await page.getByRole('link', { name: analyst.email }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: OWNER.email }).waitFor();
    await click(page.getByRole('button', { name: 'Save this view' }));
    await fill(page.getByRole('dialog').getByLabel('Name'), 'Owners');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save this view' }));
    await page.getByRole('button', { name: 'Owners', exact: true }).waitFor();
    await page.goto(`${app().url}/dashboard/customers`);
    await page.getByRole('link', { name: email }).waitFor();
    expect(await page.getByRole('link', { name: analyst.email }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Owners', exact: true }).count()).to.equal(0);
  });

  it('writes an address as on a letter', async () => {
    const { id } = await createCustomer({ addresses: [{ line1: 'Münsterplatz 1', city: 'Ulm', country: 'DE' }] });
    const page = await open(`/customers/${id}`);
    await page.locator('.addresses').getByText('Germany').waitFor();
  });

  it('edits the profile at the side of the page', async () => {
    const { id } = await createCustomer();
    const page = await open(`/customers/${id}`);
    await click(page.getByRole('button', { name: 'Edit profile' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Phone'), '+49 731 1');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('definition').getByText('+49 731 1').waitFor();
    expect((await get(`/api/users/${id}`)).phone).to.equal('+49 731 1');
  });

  it('keeps a note for the staff, and tags by which customers are found', async () => {
    const { id, name } = await createCustomer();
    const page = await open(`/customers/${id}`);
    await click(page.getByRole('button', { name: 'Edit note and tags' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByRole('textbox', { name: 'Tags' }), 'VIP,Press');
    await fill(dialog.getByLabel('Note'), 'Prefers calls.');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Prefers calls.').waitFor();
    expect(await get(`/api/users/${id}`)).to.deep.include({ tags: ['VIP', 'Press'], note: 'Prefers calls.' });
    await expectAccessible(page);
    await createCustomer();
    await click(page.getByRole('link', { name: 'VIP' }));
    await page.waitForURL('**/customers?tag=VIP');
    await page.getByRole('link', { name }).waitFor();
    expect(await page.getByRole('table').getByRole('link').count()).to.equal(1);
  });

  it('keeps what is typed while a form saves, also after what is stored without its spaces', async () => {
    const { email } = await createAnalyst();
    const { data } = await get(`/api/users?email=${email}`);
    const phone = async () => (await get(`/api/users/${data[0].id}`)).phone;
    const page = await open(`/team/${data[0].id}`, { user: OWNER });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/users/${data[0].id}`, async (route) => {
      if (route.request().method() === 'PATCH') await isReleased;
      await route.continue();
    });
    await fill(page.getByLabel('Phone'), '+49 731 ');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Enter');
    await sent;
    await page.keyboard.press('End');
    await page.keyboard.type('2');
    release();
    await eventually('the form is saved', async () => (await phone()) === '+49 731');
    const save = page.getByRole('button', { name: 'Save' });
    await eventually('it is loaded again', async () => (await save.getAttribute('aria-disabled')) === 'false');
    expect(await page.getByLabel('Phone').inputValue()).to.equal('+49 731 2');
    await click(save);
    await eventually('what was typed meanwhile is saved', async () => (await phone()) === '+49 731 2');
  });

  it('keeps the focus when a saved form is loaded again', async () => {
    const { email } = await createAnalyst();
    const { data } = await get(`/api/users?email=${email}`);
    const page = await open(`/team/${data[0].id}`, { user: OWNER });
    await fill(page.getByLabel('Phone'), '+49 731 1');
    const save = page.getByRole('button', { name: 'Save' });
    await click(save);
    await eventually('the form is saved', async () => {
      return (await get(`/api/users/${data[0].id}`)).phone === '+49 731 1';
    });
    await eventually('it is loaded again', async () => (await save.getAttribute('aria-disabled')) === 'false');
    expect(await save.evaluate((button) => button === button.ownerDocument.activeElement)).to.equal(true);
  });

  it('says where the permissions of a colleague come from', async () => {
    const { email } = await createAnalyst();
    const { data } = await get(`/api/users?email=${email}`);
    const page = await open(`/team/${data[0].id}`, { user: OWNER });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'audit:read' })
      .getByText('Role Analyst', { exact: true })
      .waitFor();
  });
});
