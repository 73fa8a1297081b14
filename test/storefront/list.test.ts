import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onStorefront } from '../support/browser/storefront.ts';

onStorefront('shows a list that', (storefront) => {
  const url = (): string => storefront().shop.url;
  const at = (page: Page): string => new URL(page.url()).search;
  const cards = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('heading');

  /** Waits for these products, in any order, and no others. */
  const see = async (page: Page, ...names: string[]): Promise<void> => {
    let grid = page.locator(`main:not([aria-busy]) .grid:not(:has(> :nth-child(${names.length + 1})))`);
    for (const name of names) grid = grid.filter({ has: page.getByRole('heading', { name }) });
    await grid.waitFor();
  };

  it('is filtered, sorted and continued by clicks, and goes back', async () => {
    const { page } = await storefront().visit();
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await page.goto(url());
    await page.getByRole('heading', { level: 1, name: 'All products' }).waitFor();
    expect(await cards(page).count()).to.equal(6);
    await page.getByRole('button', { name: 'More products' }).click();
    await page.getByRole('link', { name: 'Potted fern' }).waitFor();
    expect(await cards(page).count()).to.equal(8);
    expect(await page.getByRole('button', { name: 'More products' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'Potted fern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Potted fern' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Potted fern' }).waitFor();
    expect([await cards(page).count(), at(page)]).to.deep.equal([8, '?limit=8']);

    const kitchen = filters.getByRole('listitem').filter({ hasText: 'Kitchen' });
    expect(await kitchen.textContent()).to.equal('Kitchen2');
    await kitchen.getByRole('link').click();
    await see(page, 'Enamel mug', 'Glass carafe');
    expect(await page.title()).to.equal('Kitchen – Harbour Goods');
    await filters.getByRole('link', { name: 'Home' }).click();
    await see(page, 'Enamel mug', 'Glass carafe', 'Desk lamp', 'Potted fern');
    await filters.getByRole('link', { name: 'steel' }).click();
    await see(page, 'Enamel mug', 'Desk lamp');
    await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Highest price' }).click();
    await page.waitForURL(/sort=/);
    await see(page, 'Enamel mug', 'Desk lamp');
    expect(await cards(page).allTextContents()).to.deep.equal(['Desk lamp', 'Enamel mug']);
    expect(at(page)).to.equal('?category=Kitchen&category=Home&attributes.material=steel&sort=-price');
    await filters.getByLabel('Highest price').fill('20');
    await filters.getByRole('button', { name: 'Apply the prices' }).click();
    await see(page, 'Enamel mug');
    await filters.getByRole('link', { name: 'steel' }).click();
    await page.waitForURL((address) => !address.searchParams.has('attributes.material'));
    await see(page, 'Enamel mug');
    await page.goBack();
    await page.goBack();
    await see(page, 'Enamel mug', 'Desk lamp');
    await filters.getByRole('link', { name: 'Remove all filters' }).click();
    await page.getByRole('heading', { level: 1, name: 'All products' }).waitFor();
    expect(at(page)).to.equal('?sort=-price');
    await page.goto(url());
    await filters.getByRole('link', { name: 'Casa Linho' }).click();
    await see(page, 'Linen shirt', 'Canvas backpack');
  });

  it('is searched and filtered with the keyboard alone', async () => {
    const { page } = await storefront().visit();
    const tabTo = async (name: string): Promise<void> => {
      for (let tabs = 0; tabs < 60; tabs += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(
          '(({ ariaLabel, textContent }) => ariaLabel ?? textContent)(document.activeElement)',
        );
        if (focused === name) return;
      }
      expect.fail(`Tab does not reach ${name}.`);
    };
    await page.goto(url());
    await see(page, 'Linen shirt', 'Wool socks', 'Enamel mug', 'Glass carafe', 'Canvas backpack', 'Pocket notebook');
    await tabTo('Search');
    await page.keyboard.type('linen sh');
    const combobox = page.getByRole('combobox', { name: 'Search', expanded: true });
    await combobox.waitFor();
    const options = page.getByRole('option');
    const selected = page.getByRole('option', { selected: true });
    expect(await options.first().textContent()).to.equal('linen shirt');
    await page.keyboard.press('ArrowUp');
    expect(await combobox.getAttribute('aria-activedescendant')).to.equal(await options.last().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await selected.count()).to.equal(0);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { expanded: false }).waitFor();
    expect(await options.count()).to.equal(0);
    await page.keyboard.type('i');
    await combobox.waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await selected.textContent()).to.equal('linen shirt');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Results for “linen shirt”' }).waitFor();
    expect(at(page)).to.equal('?q=linen+shirt');

    await tabTo('Search');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('lamp');
    await options.filter({ hasText: 'Desk lamp' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Desk lamp' }).waitFor();

    await page.goto(url());
    await page.getByRole('link', { name: 'Linen shirt' }).waitFor();
    await tabTo('Filters');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Kitchen' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await tabTo('Kitchen');
    await page.keyboard.press('Enter');
    await see(page, 'Enamel mug', 'Glass carafe');
    await tabTo('Lowest price');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await see(page, 'Glass carafe');
    await page.goto(url());
    await page.getByRole('link', { name: 'Linen shirt' }).waitFor();
    await tabTo('More products');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Desk lamp' }).and(page.locator(':focus')).waitFor();
  });

  it('opens a suggestion by a click, and asks once for what is typed quickly', async () => {
    const { page } = await storefront().visit();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/products/suggest') asked.push(searchParams.get('q') ?? '');
    });
    await page.goto(`${url()}/cart`);
    await page.getByLabel('Search').focus();
    // the timers of the page keep their order, however busy the machine is
    await page.evaluate(
      `(async () => {
        for (const text of ['e', 'en', 'ename']) {
          document.activeElement.value = text;
          document.activeElement.dispatchEvent(new Event('input'));
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      })()`,
    );
    await page.getByRole('option', { name: 'Enamel mug' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enamel mug' }).waitFor();
    expect(asked).to.deep.equal(['ename']);
  });

  it('shows the latest suggestions, though a former response is late', async () => {
    const { page } = await storefront().visit();
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/suggest\?q=wo$/, async (route) => {
      await late;
      // the page has aborted the request
      await route.continue().catch(() => {});
    });
    await page.goto(url());
    const sent = page.waitForRequest(/suggest\?q=wo$/);
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=wo'));
    await page.getByLabel('Search').pressSequentially('wo');
    await sent;
    await page.getByLabel('Search').fill('lamp');
    await page.getByRole('option', { name: 'Desk lamp' }).waitFor();
    await aborted;
    release();
    expect(await page.getByRole('option').allTextContents()).to.include('lamp');
  });

  it('says which words were corrected, and finds nothing where nothing matches', async () => {
    const { page } = await storefront().visit();
    await page.goto(`${url()}/?q=enamle+mug`);
    await page.getByText('Nothing has “enamle”: showing “enamel”.').waitFor();
    await see(page, 'Enamel mug');
    await page.goto(`${url()}/?price_min=1000`);
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('link', { name: 'Remove all filters' }).click();
    await page.getByRole('link', { name: 'Linen shirt' }).waitFor();
  });
});
