import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';

onDashboard('the stock of products', { run: STAFF_FLOW }, ({ app, open, click, fill, expectAccessible }) => {
  const { post } = ordersOf(app);

  const createDress = async () => {
    const dress = await post('/api/products', { name: 'Dress', price: 60, status: 'active' });
    const VARIANTS = [
      ['navy', 'M', 8, 10],
      ['navy', 'XL', 7, 0],
      ['red', 'M', 3, null],
    ] as const;
    for (const [colour, size, stock, threshold] of VARIANTS) {
      await post('/api/products', {
        name: `Dress, ${colour}, ${size}`,
        parent_id: dress.id,
        price: 60,
        status: 'active',
        options: { colour, size },
        stock,
        low_stock_threshold: threshold,
      });
    }
    return dress;
  };

  it('sums the stock of variants, and names the low ones in the list of low stock', async () => {
    const dress = await createDress();
    await post('/api/products', { name: 'Mug', price: 9, status: 'active', stock: 1 });
    const page = await open('');
    await click(page.getByRole('link', { name: /2\s*Products low in stock/ }));
    const row = page.getByRole('row', { name: /Dress/ });
    await row.getByText('Variants: 3').waitFor();
    await row.getByText('navy, M: 8').waitFor();
    await row.getByText('red, M: 3').waitFor();
    await row.getByText('navy, XL').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Mug Active 1 / }).waitFor();
    await expectAccessible(page);
    await click(row.getByRole('link', { name: 'Dress', exact: true }));
    await page.getByText('Stock of the variants: 18').waitFor();
    await expectAccessible(page);
    await post('/api/products', { name: 'Dress', parent_id: dress.id, price: 60, options: { colour: 'green' } });
    await page.reload();
    await page.getByText('Stock of the variants that track it: 18').waitFor();
  });

  it('is tracked from a number on, and no longer', async () => {
    const { id } = await post('/api/products', { name: 'Plate', price: 9, status: 'active' });
    const page = await open(`/products/${id}`);
    await page.getByText('The stock is not tracked.').waitFor();
    await click(page.getByRole('button', { name: 'Track the stock' }));
    await fill(page.getByRole('dialog').getByLabel('Stock'), '4');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Track the stock' }));
    await page.getByText('4 in stock').waitFor();
    await click(page.getByRole('button', { name: 'Adjust the stock' }));
    await fill(page.getByRole('dialog').getByLabel('Change'), '+3');
    await fill(page.getByRole('dialog').getByLabel('Reason'), 'Delivery');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Adjust the stock' }));
    await page.getByText('7 in stock').waitFor();
    await click(page.getByRole('button', { name: 'Stop tracking' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Stop tracking' }));
    await page.getByText('The stock is not tracked.').waitFor();
  });

  it('says that stock is not tracked when no variant tracks it', async () => {
    const cap = await post('/api/products', { name: 'Cap', price: 9 });
    await post('/api/products', { name: 'Cap', parent_id: cap.id, price: 9, options: { size: 'M' } });
    const page = await open(`/products/${cap.id}`);
    await page.getByText('The stock of the variants is not tracked.').waitFor();
  });
});
