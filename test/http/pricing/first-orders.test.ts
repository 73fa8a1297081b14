import { expect } from 'chai';
import { createKey, createProduct, createUser, itemsOf, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService(
  'a discount of a first order',
  ({ app }) => {
    let product: { id: string };
    let key: string;
    let buyers = 0;

    before(async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
      product = await createProduct(app(), { price: 10, stock: 500 });
      const body = { name: 'Welcome', kind: 'percent', percent: 50, code: 'WELCOME', first_order: true };
      expect((await app().call('/api/discounts', { method: 'POST', body })).status).to.equal(201);
    });

    const place = (email: string, fields: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
      app().call('/api/orders', {
        method: 'POST',
        key,
        headers,
        body: { items: itemsOf([product]), email, discount_codes: ['WELCOME'], ...fields },
      });
    const anEmail = (): string => {
      buyers += 1;
      return `buyer-${buyers}@example.com`;
    };
    const answerOf = ({ status, json }: Reply): object => {
      const { instance: _, request_id: __, ...answer } = json;
      return { status, ...answer };
    };

    it('tells no visitor who has ordered, unless the order is possible in every other way', async () => {
      const [known, stranger] = [anEmail(), anEmail()];
      expect((await place(known)).status).to.equal(201);
      const elsewhere = { line1: '1 Main St', country: 'US' };
      for (const fields of [
        { expected_total: 10 },
        { expected_total: 7 },
        { expected_total: 20, items: itemsOf([product], 2) },
        { shipping_method_id: 'ship_00000000000000000000000001', shipping_address: elsewhere },
        { items: itemsOf([product], 1_000) },
        { items: itemsOf([product], 400) },
        { discount_codes: ['WELCOME', 'NONE'] },
      ]) {
        const [ofKnown, ofStranger] = [await place(known, fields), await place(stranger, fields)];
        expect(ofKnown.status, ofKnown.text).to.be.within(400, 499);
        expect(answerOf(ofKnown)).to.deep.equal(answerOf(ofStranger));
      }
      const refused = expectProblem(await place(known, { expected_total: 5 }), 422, 'validation_failed');
      expect(refused.errors[0].code).to.equal('discount.used_up_by_customer');
      expect((await place(stranger, { expected_total: 5 })).status).to.equal(201);
    });

    it('tells no account whose e-mail is not proved what guests have ordered with it', async () => {
      const [known, stranger] = [anEmail(), anEmail()];
      expect((await place(known)).status).to.equal(201);
      const discounted = async (email: string, at: string, fields: object = {}): Promise<object> => {
        const user = await createUser(app(), { email });
        const session = { method: 'POST', key: await signIn(app(), user) };
        const body = { items: itemsOf([product]), discount_codes: ['WELCOME'], ...fields };
        const { status, json } = await app().call(at, { ...session, body });
        return { status, total: json.total, refused: json.refused_discount_codes, code: json.code };
      };
      const quote = '/api/orders?dry_run=true';
      expect(await discounted(known, quote))
        .to.deep.equal(await discounted(stranger, quote))
        .and.include({ total: 5 });
      const [again, other] = [anEmail(), anEmail()];
      expect((await place(again)).status).to.equal(201);
      const tooMuch = { items: itemsOf([product], 1_000) };
      const refused = await discounted(again, '/api/orders', tooMuch);
      expect(refused).to.deep.equal(await discounted(other, '/api/orders', tooMuch));
    });

    it('counts each e-mail that it is refused to as a guess, also of a code that each may use once', async () => {
      const body = { name: 'Once', kind: 'percent', percent: 50, code: 'ONCE', max_uses_per_customer: 1 };
      expect((await app().call('/api/discounts', { method: 'POST', body })).status).to.equal(201);
      const at = (address: string, email: string, codes: readonly string[]) =>
        place(email, { discount_codes: codes }, { 'X-Forwarded-For': address });
      const known = Array.from({ length: 5 }, anEmail);
      for (const email of known) expect((await at('198.51.101.1', email, ['ONCE'])).status).to.equal(201);
      for (const { codes, address } of [
        { codes: ['WELCOME'], address: '198.51.101.2' },
        { codes: ['ONCE'], address: '198.51.101.3' },
      ]) {
        const tries = [...known, anEmail(), ...known.slice(0, 1)].flatMap((email) => [email, email.toUpperCase()]);
        const statuses: number[] = [];
        for (const email of tries) statuses.push((await at(address, email, codes)).status);
        expect(statuses).to.deep.equal([...Array(9).fill(422), ...Array(5).fill(429)]);
        expect((await at(address, anEmail(), [])).status).to.equal(201);
      }
    });

    describe('without a code', () => {
      let id: string;

      before(async () => {
        const body = { name: 'Hello', kind: 'percent', percent: 50, first_order: true };
        id = (await app().call('/api/discounts', { method: 'POST', body })).json.id;
      });
      after(() => app().call(`/api/discounts/${id}`, { method: 'DELETE' }));

      const order = (email: string, fields: object = {}) => place(email, { discount_codes: [], ...fields });

      it('tells no visitor who has ordered, unless the order is possible in every other way', async () => {
        const [known, stranger] = [anEmail(), anEmail()];
        expect((await order(known)).json.total).to.equal(5);
        for (const fields of [
          { expected_total: 7 },
          { expected_total: 0.001 },
          ...[5, 10].flatMap((price) => [
            { expected_total: price * 1_000, items: itemsOf([product], 1_000) },
            { expected_total: price * 400, items: itemsOf([product], 400) },
            { expected_total: price, discount_codes: ['NONE'] },
          ]),
        ]) {
          const [ofKnown, ofStranger] = [await order(known, fields), await order(stranger, fields)];
          expect(ofKnown.status, JSON.stringify(fields)).to.be.within(400, 499);
          expect(answerOf(ofKnown)).to.deep.equal(answerOf(ofStranger));
        }
      });

      it('lets who has ordered before order at the total that they are told', async () => {
        const [known, stranger] = [anEmail(), anEmail()];
        expect((await order(known)).status).to.equal(201);
        expect(expectProblem(await order(known, { expected_total: 5 }), 409, 'total_changed').total).to.equal(10);
        expect((await order(known, { expected_total: 10 })).json.total).to.equal(10);
        expect(expectProblem(await order(stranger, { expected_total: 10 }), 409, 'total_changed').total).to.equal(5);
        expect((await order(stranger, { expected_total: 5 })).json.total).to.equal(5);
      });
    });

    it('leaves the stock of a refused order', async () => {
      const known = anEmail();
      expect((await place(known)).status).to.equal(201);
      const { stock } = (await app().call(`/api/products/${product.id}`)).json;
      expect((await place(known)).status).to.equal(422);
      expect((await app().call(`/api/products/${product.id}`)).json.stock).to.equal(stock);
    });
  },
  { TRUST_PROXY: 'true', MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: '1000' },
  { constants: { discountCodeRateLimit: { calls: 5, seconds: 3_600 } } },
);
