import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ProductView } from '#core/catalog/product-view.ts';
import { OWNER_FLOW, onDashboard, REFUSED } from '../support/browser/dashboard.ts';
import { createProduct, createUser, posted } from '../support/builders/resources.ts';
import { PASSWORD } from '../support/builders/secrets.ts';
import { eventually } from '../support/eventually.ts';
import type { TestApp } from '../support/servers/start-app.ts';

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

/** The products as the API shows them. */
const productsOf = async (app: TestApp): Promise<ProductView[]> =>
  (await app.call('/api/products?limit=100')).json.data;

onDashboard('demo products', { run: OWNER_FLOW }, ({ app, open, click, expectAccessible }) => {
  const add = (page: Page) => page.getByRole('button', { name: 'Add demo products' });

  it('fill an empty shop, and go on after an error that says why', async () => {
    const page = await open('', { expectedLines: [REFUSED] });
    let requests = 0;
    await page.route('**/api/products', (route) => {
      requests += 1;
      const problem = { code: 'forbidden', status: 403, title: 'Forbidden', detail: 'The shop is closed.' };
      return requests === 3 ? route.fulfill({ status: 403, json: problem }) : route.continue();
    });
    await click(add(page));
    await page.getByText('The shop is closed.').waitFor();
    expect((await productsOf(app())).map(({ name }) => name)).to.have.members(['Linen shirt', 'Merino jumper']);
    await expectAccessible(page);
    await click(add(page));
    await page.getByText('8 demo products were added.').waitFor();
    await page.getByText('Add the first product (done)').waitFor();
    expect(await add(page).count()).to.equal(0);
    const products = await productsOf(app());
    expect(products).to.have.length(8);
    for (const { status, category, variants, media } of products) {
      expect([status, category === null, (variants ?? []).length > 1]).to.deep.equal(['active', false, true]);
      expect(media.length).to.be.within(1, 2);
    }
    const shirt = products.find(({ name }) => name === 'Linen shirt');
    expect(shirt?.variants).to.have.length(6);
    await click(page.getByRole('link', { name: 'Products', exact: true }));
    await click(page.getByRole('link', { name: 'Linen shirt' }));
    const picture = page.getByRole('img', { name: 'Linen shirt, navy' }).first();
    await eventually('the picture is shown', () =>
      picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
    );
  });
});
