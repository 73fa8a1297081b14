import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { createProduct, createUser, posted } from '../support/builders/resources.ts';
import { PASSWORD } from '../support/builders/secrets.ts';

onDashboard('the first steps', { run: OWNER_FLOW }, ({ app, open, click, expectAccessible }) => {
  it('lead to what is to be set up, and count what is done', async () => {
    const page = await open('');
    await page.getByText('1 of 7 done').waitFor();
    expect(await page.getByRole('progressbar', { name: '1 of 7 done' }).getAttribute('value')).to.equal('1');
    await page.getByText('Connect a mail server (done)').waitFor();
    await click(page.getByText('For developers'));
    await page.getByRole('link', { name: 'Place a test order' }).waitFor();
    await expectAccessible(page);
    await click(page.getByRole('link', { name: 'Add shipping methods' }));
    await page.getByRole('heading', { name: 'Shipping methods', level: 1 }).waitFor();
    await posted(app(), '/api/shipping_methods', { name: 'Post', tiers: [{ up_to: null, price: 5 }] });
    await createUser(app(), { role: 'staff' });
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByText('3 of 7 done').waitFor();
    await click(page.getByRole('button', { name: 'Hide' }));
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).to.equal(0);
  });

  it('are for staff what they may do, until that is done', async () => {
    const user = { ...(await createUser(app(), { role: 'staff' })), password: PASSWORD };
    const page = await open('', { user });
    await page.getByRole('link', { name: 'Add the first product' }).waitFor();
    expect(await page.getByText('Invite somebody to the team').count()).to.equal(0);
    await createProduct(app());
    await click(page.getByRole('link', { name: 'Products', exact: true }));
    await click(page.getByRole('link', { name: 'Home' }));
    await page.getByText('Add the first product (done)').waitFor();
  });
});
