import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { requireAccessible } from '../support/browser/accessibility.ts';
import { photograph } from '../support/browser/photograph.ts';
import { addToCart, checkOut, order, seeState } from '../support/browser/shopping.ts';
import { onStorefront } from '../support/browser/storefront.ts';
import { eventually } from '../support/eventually.ts';

const WIDTHS = [390, 1440];

/** Examines what is shown, and writes images of it if they are asked for. */
const look = async (page: Page, name: string): Promise<void> => {
  await requireAccessible(page, ['light']);
  await photograph(page, name, WIDTHS);
};

onStorefront('for a consumer who withdraws', (storefront) => {
  const url = (): string => storefront().shop.url;

  const buy = async (page: Page, email: string) => {
    await addToCart(page, url(), 'Linen shirt', 'M');
    await addToCart(page, url(), 'Enamel mug');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Cart (3)' }).waitFor();
    await checkOut(page, url(), { email, card: 'Test card that succeeds' });
    await order(page);
    await seeState(page, 'Paid');
    return (await storefront().call(`/api/orders?email=${email}`)).json.data[0];
  };
  const withdrawalsFrom = async (id: string) => (await storefront().call(`/api/withdrawals?order_id=${id}`)).json.data;

  /** What the keyboard is on, as a screen reader names it. */
  const focused = async (page: Page): Promise<string> => {
    const name = '(element.ariaLabel ?? element.labels?.[0]?.innerText ?? element.innerText)';
    return String(await page.evaluate(`(({ activeElement: element }) => ${name}.split('\\n')[0])(document)`));
  };
  const tabTo = async (page: Page, name: string): Promise<string[]> => {
    const passed: string[] = [];
    while (passed.at(-1) !== name && passed.length < 20) {
      await page.keyboard.press('Tab');
      passed.push(await focused(page));
    }
    expect(passed.at(-1)).to.equal(name);
    return passed;
  };

  it('withdraws from a part by the link of a mail, with the keyboard alone', async () => {
    const { page } = await storefront().visit([/ status of 422 /]);
    const email = 'withdraws@example.com';
    const placed = await buy(page, email);
    const [mail] = await storefront().mails.mailsTo(email);
    const [, link = ''] = /Withdraw from the contract:\n(\S+)/.exec(mail?.text ?? '') ?? [];
    await page.goto(link);
    await look(page, 'withdraw-order');
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).to.deep.equal([
      'Withdraw from contract here',
    ]);
    expect(await tabTo(page, 'Continue')).to.deep.equal([
      ...['Deutsch', 'Linen shirt (size: M)', 'Enamel mug', 'Quantity of Enamel mug'],
      ...['Your name', 'Your e-mail address', 'Continue'],
    ]);
    await page.reload();
    await tabTo(page, 'Linen shirt (size: M)');
    await page.keyboard.press('Space');
    await tabTo(page, 'Quantity of Enamel mug');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Your name');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await look(page, 'withdraw-error');
    expect(await focused(page)).to.equal('Please check what you have entered');
    expect(await page.getByLabel('Linen shirt (size: M)', { exact: true }).isChecked()).to.equal(false);
    await tabTo(page, 'Enter your name.');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Your e-mail address');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).to.equal('Your name');
    await page.keyboard.type('Ada Lovelace');
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your withdrawal' }).waitFor();
    await look(page, 'withdraw-check');
    expect(await page.getByRole('button').allTextContents()).to.deep.equal(['Confirm withdrawal']);
    expect(await withdrawalsFrom(placed.id)).to.deep.equal([]);
    await tabTo(page, 'Confirm withdrawal');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'We have received your withdrawal' }).waitFor();
    await look(page, 'withdraw-receipt');
    await page.getByText('1 × Enamel mug').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'We have received your withdrawal' }).waitFor();
    const [stored, ...others] = await withdrawalsFrom(placed.id);
    expect(others).to.deep.equal([]);
    expect(stored).to.include({ name: 'Ada Lovelace', email, verified: true, status: 'completed' });
    expect(stored.items).to.deep.equal([{ item_id: placed.items[1].id, quantity: 1 }]);
    const received = async () => (await storefront().mails.mailsTo(email, 2)).map(({ subject }) => subject).join();
    await eventually('the receipt is mailed', async () => (await received()).includes('received your withdrawal'));
  });

  it('withdraws by number and e-mail from the link that every page has', async () => {
    const { page } = await storefront().visit();
    const email = 'by-number@example.com';
    const placed = await buy(page, email);
    await storefront().call(`/api/orders/${placed.id}/fulfillments`, { method: 'POST', body: {} });
    for (const path of ['/', '/cart', '/checkout', '/account', '/nowhere']) {
      await page.goto(url() + path);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).waitFor();
    }
    await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
    await look(page, 'withdraw-number');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Vertrag widerrufen' }).waitFor();
    await page.getByLabel('Bestellnummer').fill(String(placed.number));
    await page.getByLabel('Ihr Name').fill('Ada Lovelace');
    await page.getByLabel('Ihre E-Mail-Adresse').fill(email);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).dblclick();
    await page.getByRole('heading', { name: 'Wir haben Ihren Widerruf erhalten' }).waitFor();
    await look(page, 'withdraw-receipt-de');
    await eventually('it is accepted', async () => (await withdrawalsFrom(placed.id))[0]?.status === 'accepted');
    expect(await withdrawalsFrom(placed.id)).to.have.length(1);
  });

  it('finds the link at an order, which knows the order', async () => {
    const { page } = await storefront().visit();
    const email = 'at-order@example.com';
    const placed = await buy(page, email);
    await storefront().call(`/api/orders/${placed.id}/fulfillments`, { method: 'POST', body: {} });
    await page.reload();
    await page.getByText(/^You may withdraw until \d+ \w+ \d{4}/).waitFor();
    await look(page, 'storefront-order');
    await page.locator('.order').getByRole('link', { name: 'Withdraw from contract here' }).click();
    await page.getByRole('heading', { name: `Order ${placed.number}` }).waitFor();
    await page.getByText(/^You can withdraw until the end of/).waitFor();
    expect(await page.getByLabel('Your e-mail address').inputValue()).to.equal(email);
  });
});
