import { expect } from 'chai';
import { OWNER_FLOW, onDashboard, REFUSED } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { photograph } from '../support/browser/photograph.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';

const UNION = 27;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

onDashboard('forms with rows and pickers', { run: OWNER_FLOW }, (dashboard) => {
  const { app, open, click, fill, check, uncheck, expectAccessible, mails } = dashboard;
  const { get, post } = ordersOf(app);

  it('set up a shipping method for the European Union and Switzerland, with prices by total', async () => {
    const page = await open('/shipping_methods', { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Add a shipping method' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Express');
    const countries = dialog.getByRole('combobox', { name: 'Countries' });
    await fill(countries, 'european');
    await click(dialog.getByRole('option', { name: /European Union/ }));
    await fill(countries, 'switz');
    await click(dialog.getByRole('option', { name: 'Switzerland' }));
    await click(dialog.locator('.chip', { hasText: 'Cyprus' }));
    await fill(dialog.getByRole('combobox', { name: 'Currency' }), 'euro');
    await click(dialog.getByRole('option', { name: 'EUR – Euro' }));
    const row = (number: number) => dialog.getByRole('group', { name: `Prices ${number}` });
    await fill(row(1).getByLabel('Up to'), '50');
    await fill(row(1).getByLabel('Price', { exact: true }), 'much');
    await click(dialog.getByRole('button', { name: 'Add: Prices' }));
    await row(2).getByText('Above 50').waitFor();
    await fill(row(2).getByLabel('Price', { exact: true }), '0');
    await photograph(page, 'shipping', [1440, 390]);
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Add a shipping method' }));
    await row(1).getByLabel('Price', { exact: true }).and(page.locator(':focus')).waitFor();
    await fill(row(1).getByLabel('Price', { exact: true }), '4.9');
    await click(dialog.getByRole('button', { name: 'Add a shipping method' }));
    await page.getByText('Shipping method “Express” saved.').waitFor();
    const [method] = (await get('/api/shipping_methods')).data;
    expect(method.tiers).to.deep.equal([
      { up_to: 50, price: 4.9 },
      { up_to: null, price: 0 },
    ]);
    expect(method).to.include({ name: 'Express', currency: 'EUR' });
    expect(method.countries).to.include.members(['CH', 'DE', 'FR']).and.to.have.length(UNION);
    await chooseOfRow({ click }, page.getByRole('row', { name: /^Express/ }), 'Edit');
    await dialog.getByRole('group', { name: 'Prices 1' }).getByLabel('Price', { exact: true }).waitFor();
    expect(await row(1).getByLabel('Price', { exact: true }).inputValue()).to.equal('4.90');
  });

  it('choose the events of an endpoint in a tree', async () => {
    await post('/api/webhooks', { url: 'https://shop.example/hooks', events: ['*'] });
    const page = await open('/webhooks');
    await chooseOfRow({ click }, page.getByRole('row', { name: /shop\.example/ }), 'Edit');
    const events = page.getByRole('dialog').getByRole('group', { name: 'Events' });
    expect(await events.getByLabel('All', { exact: true }).isChecked()).to.equal(true);
    await uncheck(events.getByLabel('All', { exact: true }));
    await check(events.getByLabel('Order', { exact: true }));
    await fill(events.getByLabel('Find: Events'), 'product.c');
    await check(events.getByLabel('product.created'));
    await fill(events.getByLabel('Find: Events'), '');
    await photograph(page, 'events', [1440, 390]);
    await expectAccessible(page);
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await get('/api/webhooks')).data[0].events).to.deep.equal(['order.*', 'product.created']);
  });

  it('choose the time zone and synonyms of the shop', async () => {
    const page = await open('/shop');
    await fill(page.getByRole('combobox', { name: 'Time zone' }), 'new york');
    await click(page.getByRole('option', { name: 'America/New York' }));
    await click(page.getByRole('button', { name: 'Add: Synonyms' }));
    await page.keyboard.type('sofa,couch,');
    await photograph(page, 'shop', [1440, 390]);
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Shop “').waitFor();
    expect(await get('/api/shop')).to.deep.include({
      time_zone: 'America/New_York',
      search_synonyms: [['sofa', 'couch']],
    });
  });

  it('take the logo of the shop as a file, and say whether its mails are sent', async () => {
    const page = await open('/shop', { expectedLines: [/status of 502/] });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByLabel('Logo').click()]);
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await photograph(page, 'logo', [1440, 390]);
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Shop “').waitFor();
    expect((await get('/api/shop')).logo_url).to.match(/\/images\/[0-9a-f]{64}-1x1\.png$/);
    mails().reject(1);
    await click(page.getByRole('button', { name: 'Send a test mail' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'Send a test mail' }));
    await dialog.getByText('SMTP failed with EMESSAGE 450.').waitFor();
    await click(dialog.getByRole('button', { name: 'Send a test mail' }));
    await page.getByText(/^The test mail to .* was sent\.$/).waitFor();
  });
});
