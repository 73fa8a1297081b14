import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { MESSAGES } from '#adapters/http/request/validation.ts';
import type { ImportResource } from '#core/imports/import-resource.ts';
import { LOSSES } from '#core/imports/source/source-row.ts';
import { LISTS } from '../../src/dashboard/api/lists.ts';
import { apiMessage, setMessages } from '../../src/dashboard/text/api-message.ts';
import { german } from '../../src/dashboard/text/de.ts';
import { germanImportMessages } from '../../src/dashboard/text/de-import-messages.ts';
import { germanMessages } from '../../src/dashboard/text/de-messages.ts';
import { germanSettings } from '../../src/dashboard/text/de-settings.ts';
import { english } from '../../src/dashboard/text/en.ts';
import { onDashboard, REFUSED } from '../support/browser/dashboard.ts';
import { type RowReports, reportsOf, untranslated } from '../support/builders/import-reports.ts';
import { createOrder, createProduct } from '../support/builders/resources.ts';

const GERMAN_TIME = /jetzt|vor \d/;

const textOf = async (page: Page, name: RegExp): Promise<string> =>
  // currencies are separated by a space that does not break
  (await page.getByRole('row', { name }).innerText()).replaceAll('\u00A0', ' ');

onDashboard('languages', {}, ({ app, open, expectAccessible }) => {
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

  it('says in German what the API refuses', async () => {
    const unknown = '/orders/ord_01h455vb4pex5vsknk084sn02q';
    const page = await open(unknown, { context: { locale: 'de-DE' }, expectedLines: [REFUSED] });
    await page.getByText('Das gibt es nicht oder nicht mehr.').waitFor();
    await page.goto(`${app().url}/dashboard/products/new`);
    await page.getByLabel('Name').fill('Vase');
    await page.locator('input[name="price"]').fill('-1');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('muss mindestens 0 sein').waitFor();
  });

  it('says in German what each setting of the environment decides', async () => {
    const { data } = (await app().call('/api/settings/environment')).json;
    expect(Object.keys(germanSettings)).to.have.members(data.map(({ name }: { name: string }) => name));
    const page = await open('/environment', { context: { locale: 'de-DE' } });
    await page.getByRole('cell', { name: 'MAX_BODY_BYTES Die Größe des Inhalts einer Anfrage.' }).waitFor();
  });

  it('takes numbers in filters as they are written in German', async () => {
    const page = await open('/products', { context: { locale: 'de-DE' } });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Preis ab').fill('1.234,25');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Preis ab: 1234,25/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('price_min')).to.equal('1234.25');
    await page.getByRole('row', { name: /Linen shirt/ }).waitFor();
  });

  it('keeps the meaning of numbers that were typed in another language', async () => {
    const { id } = await createProduct(app(), { name: 'Anvil', price: 9 });
    const page = await open(`/products/${id}`, { context: { locale: 'de-DE' } });
    await page.getByLabel('Gewicht', { exact: true }).fill('2,125');
    await page.locator('.account summary').click();
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect(await page.getByLabel('Weight', { exact: true }).inputValue()).to.equal('2.125');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('region', { name: 'Save' }).waitFor({ state: 'detached' });
  });

  it('is English if the German texts cannot be loaded', async () => {
    const page = await open('', { context: { locale: 'de-DE' }, expectedLines: [/ERR_FAILED/] });
    await page.route(/\/de-\w+\.js$/i, (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
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

const FILES = path.join(import.meta.dirname, '../http/imports/files');

/** What the rows of a file are, by its name. */
const resourceOf = (file: string): ImportResource => {
  if (file.includes('customers')) return 'users';
  if (file.includes('redirects')) return 'redirects';
  return /discounts|coupons/.test(file) ? 'discounts' : 'products';
};

const reportsOfFile = (name: string): Promise<RowReports> =>
  reportsOf(createReadStream(path.join(FILES, name)), {
    format: name.endsWith('.xml') ? 'xml' : 'csv',
    resource: resourceOf(name),
    // only these do not tell where they are from
    preset: name.includes('medusa1') ? 'medusa1' : undefined,
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

  describe('of the API', () => {
    before(() => setMessages({ ...germanMessages, ...germanImportMessages }));
    after(() => setMessages({}));

    it('have the words of the language, with the values of the message', () => {
      expect(apiMessage('must have at most 255 characters')).to.equal('darf höchstens 255 Zeichen haben');
      expect(apiMessage('must be at most 2, the unfulfilled quantity')).to.equal(
        'darf höchstens 2 sein, die noch nicht versendete Menge',
      );
      expect(apiMessage('must be sent without SUMMER, which has expired')).to.equal(
        'bitte ohne SUMMER: ist abgelaufen',
      );
    });

    it('are shown as they are where the language has none', () => {
      expect(apiMessage('must be something new')).to.equal('must be something new');
    });

    it('are known for each rule of the validation', () => {
      const unknown = Object.values(MESSAGES)
        .map((message) => message.replace(/\{if.*\}/, '3 items').replaceAll(/\{[^}]*\}/g, '3'))
        .filter((message) => apiMessage(message) === message);
      expect(unknown).to.deep.equal([]);
    });

    it('are known for whatever is changed or left out of files of other shops', async () => {
      // this one is refused as a whole
      const files = (await readdir(FILES)).filter((name) => name !== 'prestashop-combinations.csv');
      const reports = await Promise.all(files.map(reportsOfFile));
      const warnings = reports.flatMap((report) => report.warnings);
      const messages = [...warnings, ...reports.flatMap(({ errors }) => errors)].map(({ message }) => message);
      const unknown = [...messages, ...Object.values(LOSSES)].flatMap((message) => untranslated(message));
      expect([...new Set(unknown)]).to.deep.equal([]);
      expect(Object.keys(english.imports.kinds)).to.include.members(warnings.map(({ code }) => code));
    });

    it('keep codes as they are, and write numbers as the language does', () => {
      expect(apiMessage('0012 was left out: its last digit is not its check digit')).to.match(/^0012 entfällt/);
    });

    it('use the placeholders of their English', () => {
      const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name);
      for (const [english, translated] of Object.entries({ ...germanMessages, ...germanImportMessages })) {
        expect(placeholders(english), english).to.include.members(placeholders(translated));
      }
    });
  });

  it('name what they count before the count, which may be one', () => {
    const counting = leavesOf({ english, german }).filter(([, text]) => /\{(?:count|done|rows)\} \p{L}/u.test(text));
    // neither `in stock` nor `cancelled` has a plural
    expect(counting.map(([path]) => path.split(' > ').at(-1))).to.have.members(
      ['cancelledQuantity', 'returnedQuantity', 'inStock', 'progressOf', 'stepsDone'].flatMap((each) => [each, each]),
    );
  });

  it('have the same placeholders in both languages', () => {
    const placeholdersOf = (texts: object) =>
      leavesOf(texts)
        .map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).toSorted()] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(placeholdersOf(german)).to.deep.equal(placeholdersOf(english));
  });
});
