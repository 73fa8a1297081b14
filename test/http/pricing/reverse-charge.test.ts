import { expect } from 'chai';
import { createProduct, itemsOf, order } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';

const VIENNA = { line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' };

onService(
  'a reverse charge where prices include the tax',
  ({ app }) => {
    const created: string[] = [];
    const make = async (path: string, body: object) => {
      const reply = await app().call(path, { method: 'POST', body });
      expect(reply.status, reply.text).to.equal(201);
      created.push(`${path}/${reply.json.id}`);
      return reply.json;
    };
    const priced = async (price: number, fields: object = {}) => {
      const items = itemsOf([await createProduct(app(), { price })]);
      const buyer = { shipping_address: VIENNA, tax_id: 'ATU12345675', tax_id_confirmed: true };
      const { json, status, text } = await order(app(), { items, ...buyer, ...fields });
      expect(status, text).to.equal(201);
      expect(json).to.include({ tax_exemption: 'reverse_charge', prices_include_tax: false, tax: 0 });
      return json;
    };

    before(async () => {
      const address = { line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
      const reply = await app().call('/api/shop', { method: 'PATCH', body: { address } });
      expect(reply.status, reply.text).to.equal(200);
      await app().call('/api/tax_rates', { method: 'POST', body: { name: 'USt.', percent: 20, country: 'AT' } });
    });

    afterEach(async () => {
      for (const path of created.splice(0)) await app().call(path, { method: 'DELETE' });
    });

    const discount = (fields: object) => make('/api/discounts', { name: 'Sale', ...fields });

    it('takes the tax out of a fixed price', async () => {
      const { id } = await createProduct(app(), { price: 24 });
      await discount({ kind: 'fixed_price', price: 18, product_ids: [id] });
      expect(await priced(24, { items: itemsOf([{ id }]) })).to.include({ subtotal: 20, discount: 5, total: 15 });
    });

    it('takes the tax out of an amount, which is divided exactly', async () => {
      await discount({ kind: 'amount', amount: 6 });
      expect(await priced(24)).to.include({ subtotal: 20, discount: 5, total: 15 });
      const cheap = await createProduct(app(), { price: 2.4 });
      const items = itemsOf([await createProduct(app(), { price: 9.6 }), cheap]);
      const { items: lines, total } = await priced(0, { items });
      expect(lines.map((line: { total: number }) => line.total)).to.deep.equal([4, 1]);
      expect(total).to.equal(5);
    });

    it('reaches a minimum that consumers reach', async () => {
      await discount({ kind: 'percent', percent: 50, min_total: 24 });
      expect(await priced(24)).to.include({ total: 10 });
    });

    it('ships free of charge where consumers are shipped free of charge', async () => {
      const tiers = [{ up_to: null, price: 6 }];
      const { id } = await make('/api/shipping_methods', { name: 'Standard', tiers, free_above: 100 });
      expect(await priced(110, { shipping_method_id: id })).to.include({ shipping: 0, total: 91.67 });
      expect(await priced(90, { shipping_method_id: id })).to.include({ shipping: 5, total: 80 });
    });

    it('leaves what is free free, whatever is rounded', async () => {
      await discount({ kind: 'percent', percent: 100 });
      const [product] = [await createProduct(app(), { price: 0.07 })];
      expect(await priced(0, { items: itemsOf([product], 9) })).to.include({ total: 0 });
    });
  },
  { PRICES_INCLUDE_TAX: 'true' },
);
