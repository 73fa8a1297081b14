import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';
import { createUser, signIn } from '../support/builders/resources.ts';
import { enrol } from '../support/builders/second-factors.ts';
import { PASSWORD } from '../support/builders/secrets.ts';
import { endedDeliveries } from '../support/builders/webhooks.ts';
import { type Receiver, startReceiver } from '../support/servers/receivers.ts';

const OPTIONS = { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' }, run: OWNER_FLOW };

onDashboard('developers', OPTIONS, ({ app, open, click, fill, expectAccessible }) => {
  const { createOrder, createProduct, createAnalyst, get, pay, post } = ordersOf(app);

  describe('webhooks', () => {
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    it('show how many of their deliveries succeed', async () => {
      const webhook = await post('/api/webhooks', { url: receiver.url, events: ['product.created'] });
      const page = await open('/webhooks');
      const row = page.getByRole('row', { name: new RegExp(receiver.url) });
      await row.waitFor();
      expect(await row.innerText()).to.not.include('%');
      await createProduct();
      await endedDeliveries(app(), webhook.id, 1);
      await page.reload();
      await click(page.getByRole('row', { name: /100%/ }).getByRole('link').first());
      await page.getByRole('term').filter({ hasText: 'Success rate' }).waitFor();
      expect(await page.getByRole('definition').filter({ hasText: '100%' }).count()).to.equal(1);
      await expectAccessible(page);
    });
  });

  it('confirm a new secret and another URL of a webhook by password and code', async () => {
    const user = { email: (await createUser(app(), { role: 'admin' })).email as string, password: PASSWORD };
    const webhook = await post('/api/webhooks', { url: 'https://shop.example/hooks', events: ['order.*'] });
    const page = await open(`/webhooks/${webhook.id}`, {
      user,
      expectedLines: [/403 .*webhooks/, /422 .*webhooks/],
    });
    // the page's session is older than the factor
    const { recoveryCodes } = await enrol(app(), await signIn(app(), user));
    const dialog = page.getByRole('dialog');
    const confirm = async (button: string): Promise<void> => {
      const submit = dialog.getByRole('button', { name: button, exact: true });
      await click(submit);
      await fill(dialog.getByLabel('Your password'), PASSWORD);
      await click(submit);
      await fill(dialog.getByLabel('Code'), recoveryCodes.pop() ?? '');
      await click(submit);
    };
    await click(page.getByRole('button', { name: 'Rotate the secret' }));
    await confirm('Rotate the secret');
    await page.locator('.secret code').waitFor();
    await page.goto(`${app().url}/dashboard/webhooks`);
    const row = page.getByRole('row', { name: /shop\.example/ });
    await chooseOfRow({ click }, row, 'Edit');
    await fill(dialog.getByLabel('URL'), 'https://elsewhere.example/hooks');
    await confirm('Save');
    await page.getByRole('row', { name: /elsewhere\.example/ }).waitFor();
    expect((await get(`/api/webhooks/${webhook.id}`)).url).to.equal('https://elsewhere.example/hooks');
  });

  it('follow events as they happen, of the type and the resource of the filters', async () => {
    const page = await open('/events?type=product.created');
    const live = page.locator('section.card').filter({ hasText: 'as they happen' });
    const followed = page.waitForResponse((response) => response.url().includes('/api/events/stream'));
    await click(page.getByRole('button', { name: 'Show live' }));
    await followed;
    await page.getByText('Waiting for events …').waitFor();
    await createOrder();
    const product = await createProduct();
    await live
      .getByRole('row')
      .filter({ hasText: product.id.slice(-8) })
      .waitFor();
    await live
      .getByRole('status')
      .filter({ hasText: /^New events: \d/ })
      .waitFor();
    expect(await live.innerText()).to.not.include('order.created');
    await expectAccessible(page);
    await click(
      live
        .getByRole('row')
        .filter({ hasText: product.id.slice(-8) })
        .getByRole('button', { name: 'Show' }),
    );
    await page.getByRole('dialog').getByText(product.name).first().waitFor();
    await page.keyboard.press('Escape');

    const { id } = await createProduct();
    const again = page.waitForResponse((response) => response.url().includes('/api/events/stream'));
    await page.goto(`${app().url}/dashboard/events?resource_id=${id}`);
    await click(page.getByRole('button', { name: 'Show live' }));
    await again;
    const other = await createProduct();
    const patched = { method: 'PATCH', body: { price: 21 } };
    expect((await app().call(`/api/products/${id}`, patched)).status).to.equal(200);
    await live.getByText('product.updated').waitFor();
    expect(await live.innerText()).to.not.include(other.id);
    await click(page.getByRole('button', { name: 'Stop' }));
    await live.waitFor({ state: 'detached' });
  });

  it('see how the gateways work', async () => {
    await pay(await createOrder());
    const page = await open('/gateways');
    const setup = page.getByRole('row', { name: /^stripe/ });
    await setup.getByText('STRIPE_SECRET_KEY').waitFor();
    await setup.getByText('PAYMENT_GATEWAYS must name stripe.').waitFor();
    await setup.getByText(`${app().url}/api/payments/notifications/stripe`).waitFor();
    await page.getByRole('row', { name: /^manual.*Nothing is missing It sends none/ }).waitFor();
    const row = page.getByRole('row', { name: /^sandbox.*Works/ });
    await row.getByText('None yet').waitFor();
    expect(await row.locator('time').count()).to.equal(1);
    await expectAccessible(page);
  });

  it('read the settings of the environment, and no secret', async () => {
    const analyst = await createAnalyst();
    const page = await open('/environment', { user: analyst });
    await fill(page.getByLabel('Search settings'), 'smtp');
    await page
      .getByRole('row', { name: /SMTP_URL/ })
      .getByText('Set', { exact: true })
      .waitFor();
    await fill(page.getByLabel('Search settings'), '');
    await page
      .getByRole('row', { name: /TEST_CLOCK/ })
      .getByText('true')
      .waitFor();
    expect(await page.content()).to.not.match(/postgres:\/\/|smtp:\/\//);
    await expectAccessible(page);
  });

  it('read in the audit log and in the events who did something, by name', async () => {
    const { key } = (await app().call('/api/auth/keys', { method: 'POST', body: { name: 'Warehouse' } })).json;
    await app().call('/api/products', { method: 'POST', body: { name: 'By key', price: 1 }, key });
    const me = await get('/api/users/me');
    await app().call('/api/users/me', { method: 'PATCH', body: { name: 'Grace Hopper' } });
    const page = await open('/audit_log');
    const row = page.getByRole('row', { name: /product\.created/ }).first();
    await row.getByText('Warehouse').waitFor();
    await row.getByText('Grace Hopper').waitFor();
    expect(await row.innerText()).to.not.include(me.id);
    await expectAccessible(page);
    await page.goto(`${app().url}/dashboard/events?type=product.created`);
    await page
      .getByRole('row', { name: /product\.created/ })
      .first()
      .getByText('Warehouse')
      .waitFor();
  });

  it('open the documents of the service from the navigation', async () => {
    const page = await open('/keys');
    const navigation = page.getByRole('navigation');
    for (const [name, path] of [
      ['API reference', '/docs'],
      ['Guides', '/docs/guides'],
    ] as const) {
      expect(await navigation.getByRole('link', { name }).getAttribute('href')).to.equal(path);
      expect((await fetch(`${app().url}${path}`)).status).to.equal(200);
    }
  });
});
