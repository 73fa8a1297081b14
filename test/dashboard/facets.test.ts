import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { eventually } from '../support/eventually.ts';

onDashboard('facets of products', { run: STAFF_FLOW }, ({ app, open, click, expectAccessible }) => {
  const { post } = ordersOf(app);

  const createProducts = async (): Promise<void> => {
    const PRODUCTS = [
      ['Blue shirt', 'Shirts', 20, { colour: 'blue' }],
      ['Red shirt', 'Shirts', 30, { colour: 'red' }],
      ['Blue mug', 'Mugs', 10, { colour: 'blue' }],
      ['Blue hat', 'Hats', 50, { colour: 'blue', 'with, comma': 'x' }],
    ] as const;
    for (const [name, category, price, attributes] of PRODUCTS) {
      await post('/api/products', { name, category, price, attributes, status: 'active' });
    }
  };

  it('count the products by category, price and attribute, and filter by them', async () => {
    await createProducts();
    const page = await open('/products');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const facets = page.getByRole('navigation', { name: 'Narrow down' });
    const option = (name: string) => facets.getByRole('link', { name });
    const chosen = (name: string) => facets.locator('a[aria-current=true]').filter({ hasText: name });
    await option('blue 3').waitFor();
    await option('Hats 1').waitFor();
    await option('$10.00 1').waitFor();
    await expectAccessible(page);
    await click(option('Shirts 2'));
    await page.getByRole('row', { name: /Blue mug/ }).waitFor({ state: 'detached' });
    await option('blue 1').waitFor();
    await click(option('Mugs 1'));
    await page.getByRole('row', { name: /Blue mug/ }).waitFor();
    await click(option('blue 2'));
    await page.getByRole('row', { name: /Red shirt/ }).waitFor({ state: 'detached' });
    await chosen('Shirts').waitFor();
    await option('red 1').waitFor();
    const filters = [...new URL(page.url()).searchParams];
    expect(filters).to.deep.equal([
      ['category', 'Shirts'],
      ['category', 'Mugs'],
      ['attributes.colour', 'blue'],
    ]);
    await expectAccessible(page);
    const askedForBlue = () =>
      asked.filter((url) => url.includes('/api/products?') && url.includes('attributes.colour=blue'));
    await eventually('the counts are asked for', async () => askedForBlue().length > 1);
    const [rows, counts] = askedForBlue();
    expect(rows).not.to.include('facets=');
    expect(counts).to.include('facets=category%2Cprice%2Cattributes.colour');
    await page.reload();
    await click(chosen('blue'));
    await page.getByRole('row', { name: /Red shirt/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('?category=Shirts&category=Mugs');
  });

  it('filter by a range of prices, and show the filter when nothing matches', async () => {
    const page = await open('/products?category=Hats');
    const facets = page.getByRole('navigation', { name: 'Narrow down' });
    await page.goto(`${app().url}/dashboard/products?attributes.colour=green`);
    await page.getByText('Nothing matches these filters.').waitFor();
    await click(facets.getByRole('link', { name: /green/ }));
    await click(facets.getByRole('link', { name: /\$50.00/ }));
    await page.getByRole('row', { name: /Blue mug/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Blue hat/ }).waitFor();
    expect(new URL(page.url()).search).to.equal('?price_min=50&price_max=50');
  });

  it('are closed above the table of a narrow window', async () => {
    const page = await open('/products', { context: { viewport: { width: 390, height: 844 } } });
    const summary = page.locator('.facets > summary');
    await summary.waitFor();
    expect(await page.getByRole('link', { name: 'Shirts 2' }).isVisible()).to.equal(false);
    await click(summary);
    await page.getByRole('link', { name: 'Shirts 2' }).waitFor();
    await expectAccessible(page);
  });
});
