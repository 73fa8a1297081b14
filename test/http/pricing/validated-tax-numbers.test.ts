import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { createProduct, itemsOf } from '../../support/builders/resources.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../../examples/vies/vies-pricing.mjs');
const LISBON = { line1: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048', country: 'PT' };

/** Each is right by its check digit. */
const REGISTERED = 'PT501442600';
const NOT_REGISTERED = 'PT500000000';
const UNAVAILABLE = 'PT505416654';
const FAILING = 'PT502011378';
const SILENT = 'PT503504564';
const UNREADABLE = 'PT500960046';

type Asked = Readonly<{ countryCode: string; vatNumber: string }>;

describe('the example that validates VAT numbers by a register', () => {
  let register: Server;
  let app: TestApp;
  let items: object[];
  let asked: string[];

  before(async () => {
    register = createServer(async (request, response) => {
      const { countryCode, vatNumber } = (await json(request)) as Asked;
      const number = countryCode + vatNumber;
      asked.push(`${request.method} ${request.url} ${number}`);
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (number === REGISTERED || number === NOT_REGISTERED) answer(200, { valid: number === REGISTERED });
      if (number === UNAVAILABLE) answer(200, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] });
      if (number === FAILING) answer(500, {});
      if (number === UNREADABLE) response.end('<html>');
    });
    await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
    const { port } = register.address() as AddressInfo;
    app = await startApp({
      ORDER_PRICING: EXAMPLE,
      VIES_URL: `http://127.0.0.1:${port}/rest-api`,
      TAX_ID_EXEMPTION: 'checked',
    });
    const address = { line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    await app.call('/api/shop', { method: 'PATCH', body: { address } });
    await app.call('/api/tax_rates', { method: 'POST', body: { name: 'IVA', percent: 23, country: 'PT' } });
    items = itemsOf([await createProduct(app, { price: 100 })]);
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    await app.stop();
    register.closeAllConnections();
    register.close();
  });

  const taxFor = async (taxId: string): Promise<number> => {
    const body = { items, shipping_address: LISBON, tax_id: taxId, anonymous: true };
    const reply = await app.call('/api/orders?dry_run=true', { method: 'POST', body });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json.tax;
  };

  it('exempts a registered number, and asks for it once', async () => {
    expect([await taxFor(REGISTERED), await taxFor('PT 501.442.600')]).to.deep.equal([0, 0]);
    expect(asked).to.deep.equal([`POST /rest-api/check-vat-number ${REGISTERED}`]);
  });

  it('exempts no other number, and asks for none that is wrong by itself', async () => {
    expect([await taxFor(NOT_REGISTERED), await taxFor('PT000000000'), await taxFor('PT501442601')]).to.deep.equal([
      23, 23, 23,
    ]);
    expect(asked).to.have.length(1);
  });

  it('charges the tax where the register cannot say, fails or is silent, and asks again', async () => {
    for (const number of [UNAVAILABLE, FAILING, UNREADABLE]) expect(await taxFor(number), number).to.equal(23);
    const start = performance.now();
    expect(await taxFor(SILENT)).to.equal(23);
    expect(performance.now() - start).to.be.within(2_000, 5_000);
    expect(asked).to.have.length(4);
    expect(await taxFor(FAILING)).to.equal(23);
    expect(asked).to.have.length(5);
  });
});
