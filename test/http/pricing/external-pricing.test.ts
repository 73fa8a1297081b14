import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { StartError } from '#composition/start-error.ts';
import { createProduct, itemsOf, order, stockOf } from '../../support/builders/resources.ts';
import { type GuideExample, writeGuideExample } from '../../support/documents/guide-example.ts';
import { aLog } from '../../support/log.ts';
import { useModuleFolder } from '../../support/module-folder.ts';
import { expectProblem } from '../../support/problems.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const BERLIN = { line1: '1 Main St', city: 'Berlin', postal_code: '10115', country: 'DE' };

const quote = (app: TestApp, body: object) =>
  app.call('/api/orders?dry_run=true', { method: 'POST', body: { anonymous: true, ...body } });

describe('the guide’s pricing', () => {
  let example: GuideExample;
  let app: TestApp;

  before(async () => {
    example = await writeGuideExample('price-orders-elsewhere.md', 'carrier/carrier-pricing.mjs');
    const file = path.join(example.folder, 'rates.json');
    const economy = { id: 'economy', name: 'Economy', grams: 5000, price: { USD: 690 } };
    await writeFile(file, JSON.stringify({ DE: [economy] }));
    app = await startApp({ ORDER_PRICING: example.module, CARRIER_RATES_FILE: file });
    const body = { name: 'VAT', percent: 19, country: 'DE' };
    await app.call('/api/tax_rates', { method: 'POST', body });
  });
  after(async () => {
    await app.stop();
    await example.remove();
  });

  it('passes the contract suite as the guide runs it', async () => {
    const { code, output } = await example.runTest();
    expect(code, output).to.equal(0);
    expect(output)
      .to.match(/OrderPricing by the rates of a carrier/)
      .and.match(/ 9 passing/);
  });

  it('quotes the carrier’s options, and prices orders with the chosen one', async () => {
    const body = { items: itemsOf([await createProduct(app, { price: 20, weight: 1 })]), shipping_address: BERLIN };
    const { json } = await quote(app, body);
    expect(json).to.deep.include({
      shipping_options: [{ shipping_method_id: 'economy', name: 'Economy', amount: 6.9 }],
      shipping_required: true,
      total: 23.8,
    });
    const created = await order(app, { ...body, shipping_method_id: 'economy', expected_total: 32.01 });
    expect(created.status, created.text).to.equal(201);
    expect(created.json).to.include({ shipping: 6.9, tax: 5.11, total: 32.01 });
    const elsewhere = { ...body, shipping_address: { ...BERLIN, country: 'FR' }, shipping_method_id: 'economy' };
    const { errors } = expectProblem(await order(app, elsewhere), 422, 'validation_failed');
    expect(errors[0]).to.include({ pointer: '/shipping_method_id' });
  });

  it('ships free with a code for it', async () => {
    const code = { name: 'Free shipping', code: 'FREE', kind: 'free_shipping' };
    await app.call('/api/discounts', { method: 'POST', body: code });
    const body = { items: itemsOf([await createProduct(app, { price: 20 })]), shipping_address: BERLIN };
    const { json, text } = await quote(app, { ...body, shipping_method_id: 'economy', discount_codes: ['FREE'] });
    expect(json, text).to.include({ shipping: 6.9, discount: 6.9, tax: 3.8, total: 23.8 });
  });
});

/** A pricing that breaks a promise, named by the first item of the cart. */
const BREAKING = `
  const without = (quote, name) => { const rest = { ...quote }; delete rest[name]; return rest; };
  export const createOrderPricing = ({ tables, money }) => ({
    async quote(cart) {
      const quote = await tables.quote(cart);
      const [item] = quote.items;
      const amount = (minor, currency = cart.currency) => money(minor, currency);
      const withItem = (change) => ({ ...quote, items: [{ ...item, ...change }] });
      const broken = {
        endless: () => new Promise(() => {}),
        failing: () => { throw new Error('The tax service is down.'); },
        'no quote': () => undefined,
        'no items': () => without(quote, 'items'),
        'no codes': () => without(quote, 'refusedCodes'),
        'half a reason': () => ({ ...quote, refusedShipping: [{ methodId: 'x', name: 'X' }] }),
        'fewer items': () => ({ ...quote, items: [] }),
        'a number': () => withItem({ unitPrice: 20 }),
        'a negative price': () => withItem({ unitPrice: amount(-1n) }),
        'another currency': () => withItem({ unitPrice: amount(1n, 'JPY') }),
        'an unknown discount': () => withItem({ discounts: [{ discount: 0, amount: amount(1n) }] }),
        'a fractional rate': () => withItem({ tax: { name: 'VAT', rate: 0.5, amount: amount(1n) } }),
        'a large discount': () => ({
          ...withItem({ discounts: [{ discount: 0, amount: amount(2001n) }] }),
          discounts: [{ id: null, code: null, name: 'Sale', maxUsesPerCustomer: null }],
        }),
        'unchosen shipping': () => ({
          ...quote,
          shippingLines: [{ methodId: 'x', name: 'X', price: amount(1n), discounts: [], tax: null }],
        }),
        'an option in another currency': () => ({
          ...quote,
          shippingOptions: [{ methodId: 'x', name: 'X', price: amount(1n, 'JPY') }],
        }),
      }[cart.lines[0].name];
      return broken ? broken() : quote;
    },
  });`;

const REASONS = {
  endless: 'it did not respond within 1000 ms',
  failing: 'it failed',
  'no quote': 'it is not an object',
  'no items': 'items must be a list of complete entries',
  'no codes': 'refusedCodes must be a list of complete entries',
  'half a reason': 'refusedShipping must be a list of complete entries',
  'fewer items': 'items must have one entry per line of the cart: it has 0, and the cart 1',
  'a number': 'items must be a list of complete entries',
  'a negative price': 'the amounts of items[0] must be at least 0, at most 999999999999.99 and in USD',
  'another currency': 'the amounts of items[0] must be at least 0, at most 999999999999.99 and in USD',
  'an unknown discount': 'the discounts of items[0] must refer to positions in discounts',
  'a fractional rate': 'items must be a list of complete entries',
  'a large discount': 'the discounts of items[0] must be at most its price',
  'unchosen shipping': 'shippingLines must only have the chosen method',
  'an option in another currency': 'shippingOptions[0].price must be at least 0, at most 999999999999.99 and in USD',
};

describe('a pricing from outside that breaks its promises', () => {
  const { write } = useModuleFolder();
  const { log, lines } = aLog();
  let app: TestApp;

  before(async () => {
    const ORDER_PRICING = await write('breaking.mjs', BREAKING);
    const constants = { orderPricing: { module: ORDER_PRICING, timeoutMs: 1_000 } };
    app = await startApp({ ORDER_PRICING }, { log, constants });
  });
  after(() => app.stop());

  for (const [name, reason] of Object.entries(REASONS)) {
    it(`creates no order and changes no stock: ${name}`, async () => {
      const product = await createProduct(app, { name, price: 20, stock: 5 });
      const body = { items: itemsOf([product]) };
      for (const reply of [await order(app, body), await quote(app, body)]) expectProblem(reply, 503, 'unavailable');
      expect(await stockOf(app, product)).to.equal(5);
      const { data } = (await app.call(`/api/orders?product_id=${product.id}`)).json;
      expect(data).to.deep.equal([]);
      const refusals = lines.splice(0).filter(({ level }) => level === 'error');
      const message = `the pricing of orders is not usable: ${reason}`;
      expect(refusals.map((line) => line.message)).to.deep.equal([message, message]);
    });
  }

  it('does not use up the Idempotency-Key', async () => {
    const product = await createProduct(app, { name: 'failing', price: 20 });
    const options = { method: 'POST', body: { items: itemsOf([product]), anonymous: true } };
    const headers = { 'Idempotency-Key': 'an-order-during-an-outage' };
    expectProblem(await app.call('/api/orders', { ...options, headers }), 503, 'unavailable');
    await app.call(`/api/products/${product.id}`, { method: 'PATCH', body: { name: 'Linen shirt' } });
    expect((await app.call('/api/orders', { ...options, headers })).status).to.equal(201);
  });
});

describe('an invalid pricing module', () => {
  const { folder, write } = useModuleFolder();
  let modules = 0;

  /** The message of the start error with this setting: one line. */
  const startErrorOf = async (ORDER_PRICING: string): Promise<string> => {
    const started = await startApp({ ORDER_PRICING }).then(
      (app) => app.stop(),
      (error: unknown) => error,
    );
    expect(started).to.be.instanceOf(StartError);
    return (started as StartError).message;
  };

  it('is reported when the file or the package is missing', async () => {
    const file = path.join(folder(), 'nowhere.mjs');
    expect(await startErrorOf(file)).to.equal(`ORDER_PRICING names ${file}, but there is no file ${file}.`);
    const hint = 'a file is named by its path, such as ./my-pricing.mjs; built in is tables';
    expect(await startErrorOf('no-such-pricing')).to.match(new RegExp(`no such package .*; ${hint}\\.$`));
  });

  for (const [source, reason] of [
    ['export const createPricing = () => ({});', 'it exports no function createOrderPricing'],
    [
      "export const createOrderPricing = () => { throw new Error('TAX_KEY must be set.'); };",
      'its createOrderPricing failed: TAX_KEY must be set',
    ],
    [
      'export const createOrderPricing = async () => undefined;',
      'its createOrderPricing returned no pricing: it is not an object',
    ],
    [
      'export const createOrderPricing = () => ({ quotes() {} });',
      'its createOrderPricing returned no pricing: quote must be a function',
    ],
    [
      'export const createOrderPricing = ({ tables }) => tables.quote({ lines: [] });',
      'its createOrderPricing failed: The built-in pricing is available once the service runs',
    ],
  ] as const) {
    it(`is reported: ${reason}`, async () => {
      modules += 1;
      const file = await write(`module-${modules}.mjs`, source);
      expect(await startErrorOf(file)).to.equal(`ORDER_PRICING names ${file}, but ${reason}.`);
    });
  }
});
