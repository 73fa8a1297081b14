import { expect } from 'chai';
import { onDashboard, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { createProduct } from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';

/** What is used of the page; the tests have no types of the DOM. */
type PageWindow = Readonly<{
  DataTransfer: new () => { setData(type: string, data: string): void };
  ClipboardEvent: new (type: string, init: object) => object;
}>;

type Pasted = Readonly<{ dispatchEvent(event: object): boolean }>;

/** Pastes HTML as another program gives it. Runs in the page. */
const paste = (element: Pasted, html: string): void => {
  const page = globalThis as never as PageWindow;
  const clipboardData = new page.DataTransfer();
  clipboardData.setData('text/html', html);
  element.dispatchEvent(new page.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};

onDashboard('a description with markup', { run: STAFF_FLOW }, ({ app, open, click, fill, expectAccessible }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const openEditor = async (fields: object) => {
    const { id } = await createProduct(app(), fields);
    const page = await open(`/products/${id}`);
    const editor = page.getByRole('textbox', { name: 'Description', exact: true });
    await editor.waitFor();
    return { id, page, editor };
  };
  const save = async (page: Awaited<ReturnType<typeof open>>) => click(page.getByRole('button', { name: 'Save' }));

  it('is written with headings, lists, links and words in bold, and is stored with its text', async () => {
    const { id, page, editor } = await openEditor({ description: 'Woven <by hand>' });
    await editor.press('Control+End');
    await page.keyboard.type(' in ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Portugal');
    await page.keyboard.press('Control+b');
    // browsers forget that the next word is not bold when the focus leaves before it
    await page.keyboard.type('.');
    await page.keyboard.press('Enter');
    await click(page.getByRole('button', { name: 'Heading', exact: true }));
    await page.getByRole('button', { name: 'Heading', pressed: true }).waitFor();
    await page.keyboard.type('Care');
    await page.keyboard.press('Enter');
    await click(page.getByRole('button', { name: 'List', exact: true }));
    await page.keyboard.type('Wash cold');
    await page.keyboard.press('Enter');
    await click(page.getByRole('button', { name: 'Link', exact: true }));
    await fill(page.getByLabel('Address of the link'), 'shop.example/care');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await save(page);
    await eventually('it is stored', async () => (await read(id)).description_html !== null);
    const { description, description_html: html } = await read(id);
    expect(html).to.match(
      /^<p>Woven &lt;by hand&gt; in <(b|strong)>Portugal<\/\1>\.<\/p><h2>Care<\/h2><ul><li>Wash cold/,
    );
    expect(html).to.contain('<a href="https://shop.example/care" rel="noopener">https://shop.example/care</a>');
    expect(description).to.contain('Woven <by hand> in Portugal.\n\nCare\n\n• Wash cold');
  });

  it('has nothing of what is pasted that it may not have', async () => {
    const { id, page, editor } = await openEditor({ description_html: '<p>Oak</p>' });
    await editor.press('Control+End');
    await page.keyboard.press('Enter');
    const pasted =
      '<style>p { color: red }</style><h3 class="x" style="color: red">Beech</h3><p onclick="alert(1)">is ' +
      '<span style="font-weight: 700">hard</span> <font color="red">wood</font></p><script>alert(1)</script>';
    await editor.evaluate(paste, pasted);
    await page.keyboard.type(' indeed');
    await click(page.getByRole('button', { name: 'HTML' }));
    const source = await page.getByRole('textbox', { name: 'Description', exact: true }).inputValue();
    expect(source.replaceAll(/\s|&nbsp;/g, ' ')).to.match(
      /^<p>Oak<\/p><h3>Beech<\/h3><p>is <strong>hard<\/strong> wood indeed<\/p>$/,
    );
    await save(page);
    await eventually('it is stored', async () => (await read(id)).description.endsWith('is hard wood indeed'));
  });

  it('is edited as HTML too, shown without scripts, and removed with its text', async () => {
    const { id, page, editor } = await openEditor({ description_html: '<p>Oak</p>' });
    await click(page.getByRole('button', { name: 'HTML' }));
    const html = '<table><tbody><tr><td>Oak &amp; ash</td></tr></tbody></table><script>alert(1)</script>';
    await fill(editor, html);
    await click(page.getByRole('button', { name: 'HTML' }));
    await editor.locator('td', { hasText: 'Oak & ash' }).waitFor();
    expect(await editor.locator('script').count()).to.equal(0);
    await save(page);
    await eventually('it is stored', async () => (await read(id)).description.trim() === 'Oak & ash');
    await editor.locator('td').waitFor();
    await fill(editor, '');
    await save(page);
    await eventually('it is removed', async () => (await read(id)).description_html === null);
    expect((await read(id)).description).to.equal(null);
  });

  it('is as it was after its changes are discarded', async () => {
    const { page, editor } = await openEditor({ description_html: '<p>Oak</p>' });
    await fill(editor, 'Beech');
    await page.getByText('Unsaved changes').waitFor();
    await click(page.getByRole('button', { name: 'Discard' }));
    await editor.locator('p', { hasText: 'Oak' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  });
});
