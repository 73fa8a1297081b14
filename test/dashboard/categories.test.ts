import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';
import { createCategory, createProduct } from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';

type Node = Readonly<{ name: string; children: readonly Node[] }>;

onDashboard('categories', { run: STAFF_FLOW }, ({ app, open, click, fill, expectAccessible }) => {
  const names = (nodes: readonly Node[]): unknown[] =>
    nodes.map(({ name, children }) => (children.length > 0 ? [name, ...names(children)] : name));
  const tree = async () => names((await app().call('/api/categories/tree')).json.data);

  before(async () => {
    for (const name of ['Clothing', 'Shirts', 'Shoes']) await createCategory(app(), { name });
  });

  it('are moved by the keyboard alone', async () => {
    const page = await open('/categories');
    const press = async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name });
      const moved = page.waitForResponse((response) => response.url().endsWith('/api/categories/tree'));
      await button.focus();
      await page.keyboard.press('Enter');
      await moved;
      await page.locator('article[aria-busy=false]').waitFor();
      // where the next key is pressed on the same button
      await page.locator(`button:focus[aria-label="${name}"]`).waitFor();
    };
    await page.getByRole('link', { name: 'Clothing' }).waitFor();
    await expectAccessible(page);
    await press('Move into the category above: Shirts');
    expect(await tree()).to.deep.equal([['Clothing', 'Shirts'], 'Shoes']);
    await press('Move up: Shoes');
    expect(await tree()).to.deep.equal(['Shoes', ['Clothing', 'Shirts']]);
    await press('Move out of its category: Shirts');
    expect(await tree()).to.deep.equal(['Shoes', 'Clothing', 'Shirts']);
    await press('Move up: Shirts');
    expect(await tree()).to.deep.equal(['Shoes', 'Shirts', 'Clothing']);
  });

  it('are moved by dragging: into another one, or to its edge to stand beside it', async () => {
    const page = await open('/categories');
    const item = (name: string) => page.locator('.tree-item', { hasText: name });
    const dragToEdge = async (name: string, other: string, edge: 'top' | 'bottom') => {
      const { height = 0 } = (await item(other).boundingBox()) ?? {};
      const y = edge === 'top' ? 2 : Math.floor(height) - 3;
      await item(name).dragTo(item(other), { sourcePosition: { x: 300, y: 10 }, targetPosition: { x: 300, y } });
    };
    await dragToEdge('Clothing', 'Shirts', 'top');
    await eventually('it is before', async () => JSON.stringify(await tree()) === '["Shoes","Clothing","Shirts"]');
    await page.locator('.screen[aria-busy="false"]').waitFor();
    await dragToEdge('Clothing', 'Shirts', 'bottom');
    await eventually('it is after', async () => JSON.stringify(await tree()) === '["Shoes","Shirts","Clothing"]');
    await page.locator('.screen[aria-busy="false"]').waitFor();
    await item('Shoes').dragTo(item('Clothing'));
    await eventually('it is within', async () => JSON.stringify(await tree()) === '["Shirts",["Clothing","Shoes"]]');
  });

  it('are added, renamed and deleted', async () => {
    const page = await open('/categories');
    await click(page.getByRole('button', { name: 'Add a category' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Hats');
    await click(dialog.getByRole('button', { name: 'Add a category' }));
    await chooseOfRow({ click }, page.locator('.tree-item', { hasText: 'Hats' }), 'Edit');
    await fill(dialog.getByLabel('Name'), 'Caps');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await chooseOfRow({ click }, page.locator('.tree-item', { hasText: 'Caps' }), 'Delete');
    await click(dialog.getByRole('button', { name: 'Delete' }));
    await page.locator('.tree-item', { hasText: 'Caps' }).waitFor({ state: 'detached' });
    expect((await tree()).flat()).not.to.include.members(['Caps']);
  });

  it('lead to their products, also those with several words', async () => {
    await createCategory(app(), { name: 'Winter coats' });
    await createProduct(app(), { name: 'Parka', category: 'Winter coats' });
    const page = await open('/categories');
    await click(page.getByRole('link', { name: 'Winter coats', exact: true }));
    await page.getByRole('row', { name: /Parka/ }).waitFor();
  });

  it('are found by their path in the form of a product and in the filters, and created below another', async () => {
    const women = await createCategory(app(), { name: 'Women' });
    const shoes = await createCategory(app(), { name: 'Footwear', parent_id: women.id });
    const { id } = await createProduct(app(), { name: 'Loafer' });
    const categoryOf = async () => (await app().call(`/api/products/${id}`)).json.category_id;
    const page = await open(`/products/${id}`);
    const picker = page.getByRole('combobox', { name: 'Category' });
    await fill(picker, 'foot');
    await page.getByRole('option', { name: 'Women › Footwear', exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await picker.inputValue()).to.equal('Women › Footwear');
    await click(page.getByRole('button', { name: 'Save' }));
    await eventually('the category is saved', async () => (await categoryOf()) === shoes.id);
    await fill(picker, 'Loafers');
    await click(page.getByRole('option', { name: 'Create “Loafers” below Women › Footwear' }));
    await eventually(
      'the created one is chosen',
      async () => (await picker.inputValue()) === 'Women › Footwear › Loafers',
    );
    await click(page.getByRole('button', { name: 'Save' }));
    await eventually('the category is saved', async () => (await categoryOf()) !== shoes.id);
    await page.goto(`${app().url}/dashboard/products`);
    await click(page.getByRole('button', { name: 'Filters' }));
    await fill(page.locator('.filters').getByRole('combobox', { name: 'Category' }), 'women');
    await click(page.getByRole('option', { name: 'Women', exact: true }));
    await page.waitForURL(`**/products?category=${women.id}`);
    await page.getByRole('row', { name: /Loafer/ }).waitFor();
  });
});
