import { request as sendRequest } from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { csvOf, hasStoredRows, latestImport } from '../support/builders/imports.ts';
import { createUser } from '../support/builders/resources.ts';
import { PASSWORD } from '../support/builders/secrets.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';

const fileAt = (name: string): string => path.join(import.meta.dirname, '../http/imports/files', name);

onDashboard('imports of other resources', { run: STAFF_FLOW }, (dashboard) => {
  const { app, open, click, check, attach, expectAccessible } = dashboard;
  const latest = () => latestImport(app());
  const content = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
  const fileInput = (page: Page) => page.getByLabel('File', { exact: true });
  const checkFile = (page: Page) => click(page.getByRole('button', { name: 'Check the file' }));
  const openAsStaff = async (screen: string): Promise<Page> => {
    const { email } = await createUser(app(), { role: 'staff' });
    return open(screen, { user: { email, password: PASSWORD } });
  };

  it('takes customers of another shop, and says before what is left out and what is faulty', async () => {
    const page = await open('/imports');
    await check(content(page, 'Customers'));
    await attach(fileInput(page), fileAt('shopify-customers.csv'));
    await checkFile(page);
    await page.getByText(/^The import would stop at line \d+\./).waitFor();
    await page.getByRole('row', { name: /^4 E-mail is required: a customer is known by an e-mail/ }).waitFor();
    await check(page.getByLabel('Skip it, and continue with the next row'));
    await checkFile(page);
    await page.getByRole('row', { name: /^Phone numbers that nobody can call 1 Line 3: is no phone number/ }).waitFor();
    await page.getByRole('row', { name: /^Tags of customers 1/ }).waitFor();
    await page.getByRole('row', { name: /^7 E-mail is that of an account with permissions/ }).waitFor();
    await expectAccessible(page);
    expect((await app().call('/api/users?email=ada@example.com')).json.data).to.deep.equal([]);
    await click(page.getByRole('button', { name: 'Import the file' }));
    await click(page.getByRole('link', { name: 'Show the import' }));
    await page.getByRole('heading', { level: 1, name: /Completed/ }).waitFor();
    await page.locator('.facts').getByText('Customers', { exact: true }).waitFor();
    expect(await latest()).to.include({ resource: 'users', status: 'completed', rows: 7, created: 3, failed: 4 });
    await expectAccessible(page);
    await click(page.locator('nav.path').getByRole('link', { name: 'Imports' }));
    await page.getByRole('row', { name: /Customers Completed 7 3 0 4/ }).waitFor();
    expect(await content(page, 'Customers').isChecked()).to.equal(true);
    await click(page.locator('nav.path').getByRole('link', { name: 'Customers' }));
    await page.getByRole('row', { name: /^Ada Lovelace\s*Ada@Example.com/ }).waitFor();
  });

  it('takes redirects where the link of their list leads to', async () => {
    const page = await open('/redirects');
    await click(page.getByRole('link', { name: 'Import', exact: true }));
    await content(page, 'Redirects').and(page.locator(':checked')).waitFor();
    await attach(fileInput(page), fileAt('shopify-redirects.csv'));
    await check(page.getByLabel('Skip it, and continue with the next row'));
    await checkFile(page);
    await page.getByRole('row', { name: /^6 Leads to must not lead to the path itself/ }).waitFor();
    await click(page.getByText(/^Columns: 2/));
    const fields = page.getByLabel('Field of the column Redirect from').locator('option');
    expect(await fields.allInnerTexts()).to.deep.equal([
      ...['Left out', 'Former address', 'Leads to', 'Pattern or not', 'How paths are compared', 'Status code'],
    ]);
    await click(page.getByRole('button', { name: 'Import the file' }));
    await page.getByRole('link', { name: 'Show the import' }).waitFor();
    await page.getByRole('row', { name: /Redirects Completed 6 3 0 2/ }).waitFor();
    expect(await latest()).to.include({ resource: 'redirects', created: 3, unchanged: 1, failed: 2 });
    await click(page.locator('nav.path').getByRole('link', { name: 'Redirects' }));
    await page.getByRole('row', { name: /^\/pages\/about-us\.html \/about/ }).waitFor();
  });

  it('offers what fits the content, and drops a file of a type that it has not', async () => {
    const page = await open('/imports');
    const button = page.getByRole('button', { name: 'Check the file' });
    const presets = page.getByLabel('The file is from').locator('option');
    await attach(fileInput(page), fileAt('google-rss.xml'));
    await click(page.getByText('A file of another shop', { exact: true }));
    await page.getByLabel('Where images are whose address is incomplete').waitFor();
    expect(await presets.count()).to.equal(12);
    await check(content(page, 'Customers'));
    await button.and(page.locator(':disabled')).waitFor();
    await eventually('the file is dropped', async () => (await fileInput(page).inputValue()) === '');
    expect(await fileInput(page).getAttribute('accept')).not.to.include('xml');
    await attach(fileInput(page), fileAt('shopify-redirects.csv'));
    expect(await presets.allTextContents()).to.deep.equal([
      ...['Recognised in the file', 'Shopify', 'WooCommerce', 'Another, read by the names of its columns'],
    ]);
    for (const label of ['Where images are whose address is incomplete', 'Unit of the weight'])
      expect(await page.getByLabel(label).count(), label).to.equal(0);
    await check(content(page, 'Redirects'));
    expect(await fileInput(page).inputValue()).to.match(/shopify-redirects\.csv$/);
    await checkFile(page);
    await page.getByRole('heading', { name: 'How the file is read' }).waitFor();
    await page.reload();
    await content(page, 'Redirects').and(page.locator(':checked')).waitFor();
  });

  it('leads from each list to its content, if the user may import that', async () => {
    const page = await openAsStaff('/customers');
    await click(page.getByRole('link', { name: 'Import', exact: true }));
    await content(page, 'Customers').and(page.locator(':checked')).waitFor();
    expect(await content(page, 'Discounts').count()).to.equal(0);
    await click(page.getByRole('link', { name: 'Discounts', exact: true }));
    await click(page.getByRole('link', { name: 'Import', exact: true }));
    await content(page, 'Products').and(page.locator(':checked')).waitFor();
    const owners = await open('/discounts', { user: OWNER });
    await click(owners.getByRole('link', { name: 'Import', exact: true }));
    await content(owners, 'Discounts').and(owners.locator(':checked')).waitFor();
  });

  it('cancels an import only with the permission for its content', async () => {
    const codes = Array.from({ length: 1_200 }, (_, index) => `CODE-${index},percent,10`);
    const sent = sendRequest(`${app().url}/api/discounts/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${app().ownerKey}` },
    });
    sent.on('error', () => {});
    sent.write(csvOf('code,kind,percent', ...codes));
    // a client that sends nothing for long would be disconnected
    const timer = setInterval(() => sent.write('x'), 1_000);
    try {
      await eventually('a row is stored', () => hasStoredRows(app()));
      const page = await openAsStaff('/imports');
      const button = page.getByRole('row', { name: /Discounts Running/ }).getByRole('button');
      expect(await button.getAttribute('title')).to.equal('This needs the permission pricing:write.');
    } finally {
      clearInterval(timer);
      sent.destroy();
    }
  });
});
