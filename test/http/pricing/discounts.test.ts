import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const PRODUCT = 'prod_01h455vb4pex5vsknk084sn02q';

onService('discounts', ({ app }) => {
  const create = (fields: object = {}) =>
    app().call('/api/discounts', { method: 'POST', body: { name: 'Sale', kind: 'percent', percent: 10, ...fields } });
  const patch = (id: string, body: object) => app().call(`/api/discounts/${id}`, { method: 'PATCH', body });
  const created = async (fields: object = {}) => {
    const reply = await create(fields);
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };

  it('are created with defaults, shown and deleted', async () => {
    const json = await created();
    const defaults = { code: null, active: true, combinable: false, priority: 0, first_order: false, uses: 0 };
    expect(json).to.deep.include({ ...defaults, product_ids: [], currency: null, amount: null, max_uses: null });
    expect((await app().call(`/api/discounts/${json.id}`)).json).to.deep.equal(json);
    expect((await app().call(`/api/discounts/${json.id}`, { method: 'DELETE' })).status).to.equal(204);
    expectProblem(await app().call(`/api/discounts/${json.id}`), 404, 'not_found');
  });

  it('are created with every field', async () => {
    const fields = {
      kind: 'amount',
      percent: null,
      amount: 5.5,
      currency: 'EUR',
      min_total: 30,
      min_quantity: 2,
      product_ids: [PRODUCT],
      category_ids: ['cat_01h455vb4pex5vsknk084sn02q'],
      first_order: true,
      valid_from: '2026-11-20T00:00:00.000Z',
      valid_to: '2026-11-21T00:00:00.000Z',
      max_uses: 7,
      max_uses_per_customer: 1,
      combinable: true,
      priority: -3,
      active: false,
    };
    const json = await created({ ...fields, code: 'Käse-10' });
    expect(json).to.deep.include({ ...fields, code: 'KÄSE-10' });
    expect((await app().call(`/api/discounts/${json.id}`)).json).to.deep.equal(json);
  });

  it('change their kind with their value', async () => {
    const { id } = await created({ min_total: 10, currency: 'EUR' });
    const changed = await patch(id, { kind: 'fixed_price', price: 0, product_ids: [PRODUCT] });
    expect(changed.json).to.include({ kind: 'fixed_price', price: 0, percent: null, currency: 'EUR', min_total: 10 });
    expectProblem(await patch(id, { kind: 'amount' }), 422, 'validation_failed');
    const free = await patch(id, { kind: 'free_shipping', min_total: null });
    expect(free.json).to.include({ kind: 'free_shipping', price: null, currency: null });
  });

  it('are rejected with errors that say what would be right', async () => {
    for (const [fields, path] of [
      [{ percent: -1 }, '/percent'],
      [{ percent: 101 }, '/percent'],
      [{ percent: null }, '/percent'],
      [{ amount: 5 }, '/amount'],
      [{ kind: 'amount', percent: null }, '/amount'],
      [{ kind: 'amount', percent: null, amount: 0 }, '/amount'],
      [{ kind: 'amount', percent: null, amount: 1.5, currency: 'JPY' }, '/amount'],
      [{ kind: 'fixed_price', percent: null, price: 5 }, '/product_ids'],
      [{ kind: 'free_shipping' }, '/percent'],
      [{ kind: 'gift' }, '/kind'],
      [{ code: 'A'.repeat(10_000) }, '/code'],
      [{ code: 'TWO WORDS' }, '/code'],
      [{ code: 'zero\u200bwidth' }, '/code'],
      [{ code: '' }, '/code'],
      [{ min_quantity: 0 }, '/min_quantity'],
      [{ max_uses: 1.5 }, '/max_uses'],
      [{ product_ids: ['42'] }, '/product_ids/0'],
      [{ valid_from: '2027-01-02T00:00:00Z', valid_to: '2027-01-01T00:00:00Z' }, '/valid_to'],
    ] as const) {
      const reply = await create(fields);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json), JSON.stringify(fields)).to.deep.equal([path]);
    }
  });

  it('have codes that are unique whatever their case, also when created at once', async () => {
    const replies = await Promise.all(['once', 'Once', 'ONCE', 'oncE'].map((code) => create({ code })));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
    const { id } = await created({ code: 'other' });
    const reply = await patch(id, { code: 'once' });
    expectProblem(reply, 409, 'already_exists');
    expect(errorPathsOf(reply.json)).to.deep.equal(['/code']);
  });

  it('are listed by code, kind and whether they are active', async () => {
    const json = await created({ code: 'listed', kind: 'free_shipping', percent: null, active: false });
    for (const query of ['code=LisTed', 'code=x&code=LISTED', 'kind=free_shipping&active=false&limit=1']) {
      expect((await app().call(`/api/discounts?${query}`)).json.data, query).to.deep.equal([json]);
    }
    expect((await app().call('/api/discounts?code=listed&active=true')).json.data).to.deep.equal([]);
  });

  it('without a code are limited in number while they are active', async () => {
    const { json } = await app().call('/api/discounts?active=true&limit=100');
    const automatic = json.data.filter(({ code }: { code: string | null }) => code === null).length;
    for (let count = automatic; count < 200; count += 1) await created();
    expectProblem(await create(), 409, 'conflict');
    const { id } = await created({ active: false });
    expectProblem(await patch(id, { active: true }), 409, 'conflict');
    await created({ code: 'beyond' });
  });
});
