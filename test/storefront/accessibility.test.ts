import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { photograph } from '../support/browser/photograph.ts';
import { addToCart, checkOut, order, seeState } from '../support/browser/shopping.ts';
import { onStorefront } from '../support/browser/storefront.ts';

const WIDTHS = [390, 1440];

/** Examines what is shown at each width in both themes, and writes images of it if they are asked for. */
const look = async (page: Page, name: string): Promise<void> => {
  expect(await page.getByRole('heading', { level: 1 }).count(), name).to.equal(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await requireAccessible(page, THEMES);
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} at ${width} px`).to.equal(width);
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await photograph(page, `storefront-${name}-${colorScheme}`, WIDTHS);
  }
};

onStorefront('in both themes, on a phone and on a desk', (storefront) => {
  it('has accessible pages that fit', async () => {
    const { page } = await storefront().visit([/ status of (?:402|404) /]);
    const { url } = storefront().shop;
    const open = async (path: string): Promise<void> => {
      await page.goto(url + path);
      await page.locator('main:not([aria-busy])').waitFor();
    };
    await open('/?category=Kitchen&price_min=10&sort=price');
    await look(page, 'list');
    await page.getByLabel('Search').pressSequentially('wo');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await look(page, 'search');
    await addToCart(page, url, 'Linen shirt', 'M');
    await look(page, 'product');
    await addToCart(page, url, 'Enamel mug');
    await open('/cart');
    await look(page, 'cart');
    await open('/account');
    await look(page, 'account');
    await checkOut(page, url, { email: 'themes@example.com', card: 'Test card that is declined' });
    await page.getByLabel('Discount code').fill('NOPE');
    await page.getByLabel('Discount code').press('Enter');
    await page.getByRole('alert').waitFor();
    await look(page, 'checkout');
    await page.getByLabel('Discount code').fill('');
    await page.getByLabel('Discount code').blur();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await order(page);
    await seeState(page, 'Not paid');
    await page.getByRole('alert').waitFor();
    await look(page, 'order');
    await open('/nowhere');
    await look(page, 'missing');
  });
});
