import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { PNG } from '../support/builders/images.ts';
import { createProduct } from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';

type Variant = Readonly<Record<string, unknown>>;

const file = (name: string, content: Uint8Array) => ({ name, mimeType: 'image/png', buffer: Buffer.from(content) });

/** The same picture with a text behind it, and so another file. */
const OTHER_PNG = Buffer.concat([PNG, Buffer.from('other')]);

onDashboard(
  'the page of a product',
  { run: STAFF_FLOW },
  ({ app, open, click, fill, select, check, expectAccessible }) => {
    const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
    const aShirt = (fields: object = {}) =>
      createProduct(app(), {
        ...{ name: 'Polo', price: 20, ...fields },
        variants: ['S', 'M'].map((size) => ({ options: { size }, sku: `${Math.random()}`, stock: 5 })),
      });

    it('sells a shirt of three sizes with two pictures after nine clicks at most', async () => {
      const page = await open('/products');
      const clicks = await countClicks(page);
      await click(page.getByRole('link', { name: 'Add a product' }));
      await page.locator('input[name="name"]:focus').waitFor();
      await page.keyboard.type('Linen shirt');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByLabel('Add images').click()]);
      await chooser.setFiles([file('front.png', PNG), file('back.png', OTHER_PNG)]);
      // Enter would submit the form
      await page.locator('input[name="price"]').click();
      await page.keyboard.type('49.50');
      await click(page.getByRole('button', { name: 'Add an option' }));
      await page.keyboard.type('Size');
      await page.keyboard.press('Enter');
      for (const size of ['S', 'M', 'L']) {
        await page.keyboard.type(size);
        await page.keyboard.press('Enter');
      }
      await page.getByRole('img', { name: 'Image 2 of Linen shirt' }).waitFor();
      await expectAccessible(page);
      await click(page.getByRole('button', { name: 'Publish' }));
      await page.getByRole('heading', { level: 1, name: /Linen shirt/ }).waitFor();
      const product = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
      expect(product).to.include({ status: 'active', price: 49.5, available: true });
      expect(product.images).to.have.length(2);
      expect(product.variants.map(({ options, price }: Variant) => [options, price])).to.deep.equal(
        ['S', 'M', 'L'].map((Size) => [{ Size }, 49.5]),
      );
      // a flow by keyboard has none
      expect(clicks()).to.be.at.most(9);
      await expectAccessible(page);
    });

    it('changes variants in the grid, several at once, and adds those of new values', async () => {
      const { id } = await aShirt();
      const page = await open(`/products/${id}`);
      await fill(page.getByLabel('Price of S'), '22');
      await fill(page.getByRole('textbox', { name: 'Values of size' }), 'L');
      await page.keyboard.press('Enter');
      await fill(page.getByLabel('SKU of L'), `${id}-L`);
      for (const name of ['M', 'L']) await check(page.getByLabel(`Select ${name}`, { exact: true }));
      await select(page.getByRole('combobox', { name: 'Set for the selected variants' }), 'stock');
      await fill(page.getByRole('textbox', { name: 'Value', exact: true }), '9');
      await click(page.getByRole('button', { name: 'Apply' }));
      await expectAccessible(page);
      // sold while it is edited
      const [, medium] = (await read(id)).variants;
      const sold = { method: 'POST', body: { delta: -1, reason: 'sold' } };
      await app().call(`/api/products/${medium.id}/stock_adjustments`, sold);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
      const { variants } = await read(id);
      expect(variants.map(({ price, stock }: Variant) => [price, stock])).to.deep.equal([
        [22, 5],
        [20, 8],
        [20, 9],
      ]);
      const path = `/api/products/${id}/variants`;
      expect(sent).to.deep.equal([`PATCH ${path}`, `POST ${path}`]);
    });

    it('names the variant that cannot be saved, and keeps what is typed', async () => {
      const taken = await createProduct(app(), { sku: 'TAKEN' });
      const { id } = await aShirt();
      const page = await open(`/products/${id}`, { expectedLines: [REFUSED] });
      await fill(page.getByLabel('SKU of M'), taken.sku);
      await click(page.getByRole('button', { name: 'Save' }));
      await page
        .getByRole('row', { name: /is already used by another product/ })
        .getByLabel('Select M')
        .waitFor();
      await page.locator('input[aria-label="SKU of M"]:focus').waitFor();
      await click(page.getByRole('button', { name: 'Discard' }));
      expect(await page.getByLabel('SKU of M').inputValue()).not.to.equal('TAKEN');
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    });

    it('says that an active product sells nothing, and publishes its variants', async () => {
      const { id, variants } = await aShirt({ status: 'active' });
      for (const variant of variants)
        await app().call(`/api/products/${variant.id}`, { method: 'PATCH', body: { status: 'draft' } });
      const page = await open(`/products/${id}`);
      await page.getByText('Active, but no variant can be ordered.').waitFor();
      await expectAccessible(page);
      await click(page.getByRole('button', { name: 'Publish all variants' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Publish all variants' }));
      await page.getByText('Active, but no variant can be ordered.').waitFor({ state: 'detached' });
      expect((await read(id)).available).to.equal(true);
    });

    it('publishes the drafts of variants with their product', async () => {
      const { id, variants } = await aShirt({ status: 'draft' });
      await app().call(`/api/products/${variants[0].id}`, { method: 'PATCH', body: { status: 'draft' } });
      const page = await open(`/products/${id}`);
      await select(page.locator('select[name="status"]'), 'active');
      await click(page.getByRole('button', { name: 'Save' }));
      await eventually('all are on sale', async () =>
        (await read(id)).variants.every(({ status }: Variant) => status === 'active'),
      );
    });

    it('opens a variant at the side, also from its own address', async () => {
      const { id, variants } = await aShirt();
      const page = await open(`/products/${variants[1].id}`);
      const panel = page.getByRole('dialog', { name: 'M', exact: true });
      await fill(panel.getByLabel('Barcode'), '4006381333931');
      await expectAccessible(page);
      await click(panel.getByRole('button', { name: 'Save' }));
      await eventually('it is saved', async () => (await read(variants[1].id)).barcode === '4006381333931');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).to.equal(`/dashboard/products/${id}`);
      await click(page.getByRole('button', { name: 'Details of S' }));
      await page.getByRole('dialog', { name: 'S', exact: true }).getByText('5 in stock').waitFor();
    });

    it('orders, describes and removes images, which are saved with the product', async () => {
      const { id } = await createProduct(app(), { name: 'Poster', price: 30 });
      const page = await open(`/products/${id}`);
      const input = page.getByLabel('Add images');
      await input.setInputFiles([file('front.png', PNG), file('back.png', OTHER_PNG)]);
      await page.getByRole('img', { name: 'Image 2 of Poster' }).waitFor();
      await click(page.getByRole('button', { name: 'Describe image 2' }));
      await fill(page.getByRole('dialog').getByLabel('What the image shows'), 'A poster of the sea');
      await expectAccessible(page);
      await click(page.getByRole('button', { name: 'Apply' }));
      await click(page.getByRole('button', { name: 'Move image 2 earlier' }));
      await click(page.getByRole('button', { name: 'Save' }));
      await eventually('they are saved', async () => (await read(id)).media[0]?.alt === 'A poster of the sea');
      await click(page.getByRole('button', { name: 'Remove image 2' }));
      await click(page.getByRole('button', { name: 'Save' }));
      await eventually('one is gone', async () => (await read(id)).images.length === 1);
    });

    it('shows its id in short, and copies all of it', async () => {
      const { id } = await createProduct(app());
      const page = await open(`/products/${id}`, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
      await page.getByText(`prod_…${id.slice(-8)}`).waitFor();
      await click(page.getByRole('button', { name: `Copy ${id}` }));
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(id);
    });

    it('fits a phone', async () => {
      const { id } = await aShirt();
      const page = await open(`/products/${id}`, { context: { viewport: { width: 390, height: 800 } } });
      await page.getByLabel('Price of M').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    });
  },
);
