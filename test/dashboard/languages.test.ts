import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { LISTS } from '../../src/dashboard/api/lists.ts';
import { german } from '../../src/dashboard/text/de.ts';
import { english } from '../../src/dashboard/text/en.ts';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { createOrder, createProduct } from '../support/resources.ts';

const GERMAN_TIME = /\b\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/;

const textOf = async (page: Page, name: RegExp): Promise<string> =>
  // currencies are separated by a space that does not break
  (await page.getByRole('row', { name }).innerText()).replaceAll('\u00A0', ' ');

onDashboard('languages', {}, ({ app, open }) => {
  let order: string;

  before(async () => {
    const product = await createProduct(app(), { price: 1234.5, currency: 'EUR', status: 'active', stock: 5 });
    const { number } = await createOrder(app(), { items: [{ product_id: product.id, quantity: 1 }] });
    order = number;
  });

  it('is German in a German browser, with its amounts and dates', async () => {
    const page = await open('', { context: { locale: 'de-DE' } });
    await page.getByRole('heading', { level: 1, name: 'Startseite' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    const text = await textOf(page, new RegExp(order));
    expect(text).to.include('1.234,50 €').and.to.include('Unbezahlt').and.to.match(GERMAN_TIME);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Produkte', exact: true }).click();
    await page.getByRole('link', { name: 'Produkt hinzufügen' }).waitFor();
    expect(await textOf(page, /Linen shirt/))
      .to.include('1.234,50 €')
      .and.to.include('Aktiv');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.locator('.filters').getByLabel('Status').selectOption({ label: 'Archiviert' });
    await page.getByText('Zu diesen Filtern gibt es keine Treffer.').waitFor();
    await expectAccessible(page);
  });

  it('is English at once, and stays so, for those who choose it', async () => {
    const page = await open('', { context: { locale: 'de-DE' } });
    await page.getByRole('heading', { level: 1, name: 'Startseite' }).waitFor();
    await page.locator('.account summary').click();
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    const expectEnglish = async (): Promise<void> => {
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('en');
      const text = await textOf(page, new RegExp(order));
      expect(text).to.include('€1,234.50').and.to.include('Unpaid').and.not.to.match(GERMAN_TIME);
    };
    await expectEnglish();
    await page.reload();
    await expectEnglish();
  });
});

describe('the texts of the dashboard', () => {
  const filters = Object.entries(LISTS).flatMap(([list, each]) =>
    Object.entries<Readonly<{ kind: string; values?: readonly string[] }>>(each.filters).map(
      ([name, { values = [] }]) => ({ list, name, values }),
    ),
  );

  const leavesOf = (texts: object, path = ''): readonly (readonly [path: string, text: string])[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string' ? [[`${path}${name}`, text] as const] : leavesOf(text, `${path}${name} > `),
    );

  for (const [language, { fields, values }] of Object.entries({ english, german })) {
    it(`name each filter and each value of a filter, ${language}`, () => {
      const missing = filters.flatMap(({ list, name, values: choices }) => [
        ...(Object.hasOwn(fields, name) ? [] : [`${list}: ${name}`]),
        // the types of events are shown as they are
        ...choices
          .filter((value) => !value.includes('.') && !Object.hasOwn(values, value))
          .map((value) => `${list}: ${name}=${value}`),
      ]);
      expect(filters).not.to.have.length(0);
      expect(missing).to.deep.equal([]);
    });
  }

  it('have the same placeholders in both languages', () => {
    const placeholdersOf = (texts: object) =>
      leavesOf(texts)
        .map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).toSorted()] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(placeholdersOf(german)).to.deep.equal(placeholdersOf(english));
  });
});
