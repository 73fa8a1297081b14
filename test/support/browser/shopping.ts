import type { Page } from 'playwright-core';

/** What visitors of the storefront do, by the names that they read. */

export const addToCart = async (page: Page, url: string, name: string, variant?: string): Promise<void> => {
  await page.goto(`${url}/?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).first().click();
  if (variant !== undefined) {
    const option = page.getByRole('option', { name: variant });
    await page.getByLabel('Variant').selectOption(await option.getAttribute('value'));
  }
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Added.').waitFor();
};

const fillAddress = async (page: Page): Promise<void> => {
  for (const [label, value] of [
    ['Name', 'Ada Lovelace'],
    ['Street and number', 'Torstr. 1'],
    ['Postal code', '10115'],
    ['City', 'Berlin'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
};

/** Fills the checkout, of a guest if there is an e-mail, and leaves the order to the caller. */
export const checkOut = async (
  page: Page,
  url: string,
  { email, card }: { email?: string; card: string },
): Promise<void> => {
  await page.goto(`${url}/checkout`);
  await page.getByText('Total').waitFor();
  if (email !== undefined) await page.getByLabel('E-mail').fill(email);
  await fillAddress(page);
  await page.getByLabel(card).check();
};

export const order = (page: Page): Promise<void> => page.getByRole('button', { name: /^Order and pay/ }).click();

/** Waits until the page of an order shows a state such as `Paid`. */
export const seeState = (page: Page, state: string): Promise<void> =>
  page.locator('.order > .states').getByText(state, { exact: true }).waitFor();
