import { expect } from 'chai';
import {
  createKey,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const LISBON = { line1: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048', country: 'PT' };

/** The check digit is right, and the number is nobody's. */
const INVENTED = 'PT000000000';
const RIGHT = 'PT501442600';

onService(
  'a VAT number of another country',
  ({ app }) => {
    let product: { id: string };
    let guestKey: string;

    before(async () => {
      const address = { line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
      expect((await app().call('/api/shop', { method: 'PATCH', body: { address } })).status).to.equal(200);
      const rate = { name: 'IVA', percent: 23, country: 'PT' };
      expect((await app().call('/api/tax_rates', { method: 'POST', body: rate })).status).to.equal(201);
      product = await createProduct(app(), { price: 100 });
      guestKey = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
    });

    const use = async (mode: string): Promise<void> => {
      const reply = await app().call('/api/shop/rules', { method: 'PATCH', body: { tax_id_exemption: mode } });
      expect(reply.status, reply.text).to.equal(200);
    };
    const body = (taxId: string | null, fields: object = {}) => ({
      items: itemsOf([product]),
      shipping_address: LISBON,
      tax_id: taxId,
      ...fields,
    });
    const taxOf = (reply: Reply): number => {
      expect(reply.status, reply.text).to.be.oneOf([200, 201]);
      expect(reply.json.tax_exemption).to.equal(reply.json.tax === 0 ? 'reverse_charge' : null);
      return reply.json.tax;
    };
    /** The tax of the orders and quotes of everybody who names a number. */
    const taxes = async (taxId: string): Promise<number[]> => {
      const key = await signIn(app(), await createUser(app()));
      const asGuest = { ...body(taxId), email: 'guest@example.com' };
      return [
        taxOf(await order(app(), body(taxId), { key })),
        taxOf(await app().call('/api/orders', { method: 'POST', key: guestKey, body: asGuest })),
        taxOf(await app().call('/api/orders?dry_run=true', { method: 'POST', key: guestKey, body: body(taxId) })),
        taxOf(await order(app(), body(taxId))),
      ];
    };
    const patchUser = (id: string, fields: object, key?: string) =>
      app().call(`/api/users/${id}`, { method: 'PATCH', body: fields, ...(key && { key }) });

    it('exempts nobody by itself where the staff confirms numbers, and then the customer', async () => {
      expect(await taxes(INVENTED)).to.deep.equal([23, 23, 23, 23]);
      expect(await taxes(RIGHT)).to.deep.equal([23, 23, 23, 23]);
      const user = await createUser(app());
      const key = await signIn(app(), user);
      const own = await app().call('/api/users/me', { method: 'PATCH', key, body: { tax_id: 'pt 501.442-600' } });
      expect(own.json).to.include({ tax_id: RIGHT, tax_id_confirmed_at: null, tax_id_confirmed_by: null });
      const buy = async (taxId: string | null = RIGHT) => taxOf(await order(app(), body(taxId), { key }));
      expect(await buy()).to.equal(23);
      for (const path of ['/api/users/me', `/api/users/${user.id}`]) {
        const reply = await app().call(path, { method: 'PATCH', key, body: { tax_id_confirmed: true } });
        expect(reply.status, reply.text).to.be.oneOf([403, 422]);
      }
      expect(await buy()).to.equal(23);
      const { json: owner } = await app().call('/api/users/me');
      const { json: confirmed } = await patchUser(user.id, { tax_id_confirmed: true });
      expect(confirmed.tax_id_confirmed_by).to.equal(owner.id);
      expect(Date.parse(confirmed.tax_id_confirmed_at)).to.be.closeTo(Date.now(), 60_000);
      expect([await buy(), await buy('PT 501 442 600'), await buy(INVENTED)]).to.deep.equal([0, 0, 23]);
      // an own change of something else keeps the confirmation, and another number ends it
      await app().call('/api/users/me', { method: 'PATCH', key, body: { name: 'Ada', tax_id: RIGHT } });
      expect(await buy()).to.equal(0);
      const other = await app().call('/api/users/me', { method: 'PATCH', key, body: { tax_id: INVENTED } });
      expect(other.json).to.include({ tax_id: INVENTED, tax_id_confirmed_at: null, tax_id_confirmed_by: null });
      expect([await buy(), await buy(INVENTED)]).to.deep.equal([23, 23]);
      await app().call('/api/users/me', { method: 'PATCH', key, body: { tax_id: RIGHT } });
      expect(await buy()).to.equal(23);
    });

    it('exempts an order for which the staff confirms it, also afterwards', async () => {
      const confirmed = { tax_id_confirmed: true };
      expect(taxOf(await order(app(), body(RIGHT, confirmed)))).to.equal(0);
      const asGuest = { ...body(RIGHT, confirmed), email: 'guest@example.com' };
      for (const query of ['', '?dry_run=true']) {
        const reply = await app().call(`/api/orders${query}`, { method: 'POST', key: guestKey, body: asGuest });
        expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/tax_id_confirmed']);
      }
      const guest = { ...body(RIGHT), email: 'guest@example.com' };
      const { json: placed } = await app().call('/api/orders', { method: 'POST', key: guestKey, body: guest });
      await createPayment(app(), placed.id);
      const patch = (fields: object) => app().call(`/api/orders/${placed.id}`, { method: 'PATCH', body: fields });
      expect(taxOf(await patch({ items: itemsOf([product], 2) }))).to.equal(46);
      const exempt = await patch({ ...confirmed, items: itemsOf([product]) });
      expect(taxOf(exempt)).to.equal(0);
      expect(exempt.json).to.include({ total: 100 });
      expect(taxOf(await patch({ items: itemsOf([product], 2) }))).to.equal(0);
      expect(taxOf(await patch({ shipping_address: { city: 'Porto', postal_code: '4000-001' } }))).to.equal(0);
      expect(taxOf(await patch({ tax_id: 'PT500000000' }))).to.equal(46);
      expect(taxOf(await patch({ tax_id: RIGHT }))).to.equal(46);
    });

    it('exempts an invoice of a customer whose number is confirmed', async () => {
      const user = await createUser(app(), { tax_id: RIGHT });
      const draft = {
        user_id: user.id,
        tax_id: RIGHT,
        billing_address: LISBON,
        lines: [{ description: 'Consulting', quantity: 1, unit_price: 100 }],
      };
      const invoice = () => app().call('/api/invoices', { method: 'POST', body: draft });
      expect(taxOf(await invoice())).to.equal(23);
      await patchUser(user.id, { tax_id_confirmed: true });
      expect(taxOf(await invoice())).to.equal(0);
    });

    it('exempts by its check digits where numbers are checked', async () => {
      await use('checked');
      expect(await taxes(INVENTED)).to.deep.equal([23, 23, 23, 23]);
      expect(await taxes('PT501442601')).to.deep.equal([23, 23, 23, 23]);
      expect(await taxes(RIGHT)).to.deep.equal([0, 0, 0, 0]);
      await use('staff');
    });

    it('exempts nobody where numbers do not exempt, and stays agreed for what was ordered', async () => {
      const user = await createUser(app(), { tax_id: RIGHT, tax_id_confirmed: true });
      const placed = await order(app(), body(RIGHT, { user_id: user.id }));
      expect(taxOf(placed)).to.equal(0);
      await use('off');
      expect(await taxes(RIGHT)).to.deep.equal([23, 23, 23, 23]);
      expect(taxOf(await order(app(), body(RIGHT, { user_id: user.id })))).to.equal(23);
      expect(taxOf(await order(app(), body(RIGHT, { tax_id_confirmed: true })))).to.equal(23);
      const edit = { items: itemsOf([product], 2) };
      expect(taxOf(await app().call(`/api/orders/${placed.json.id}`, { method: 'PATCH', body: edit }))).to.equal(0);
      await use('staff');
    });
  },
  { MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: '1000', MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '1000' },
);
