import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const TIERS = [
  { up_to: 1.5, price: 4.9 },
  { up_to: null, price: 9.9 },
];

onService('shipping methods', ({ app }) => {
  const create = (fields: object = {}) =>
    app().call('/api/shipping_methods', { method: 'POST', body: { name: 'Standard', tiers: TIERS, ...fields } });
  const patch = (id: string, body: object) => app().call(`/api/shipping_methods/${id}`, { method: 'PATCH', body });

  it('are created with defaults, and shown, changed and deleted', async () => {
    const { status, json, text } = await create();
    expect(status, text).to.equal(201);
    const defaults = { active: true, countries: [], regions: [], currency: 'USD', price_by: 'total', weight_unit: 'g' };
    expect(json).to.deep.include({ ...defaults, tiers: TIERS, free_above: null, tax_category: null, version: 1 });
    expect((await app().call(`/api/shipping_methods/${json.id}`)).json).to.deep.equal(json);
    const fields = { countries: ['DE', 'AT'], regions: ['Tirol'], free_above: 99.5, active: false, price_by: 'weight' };
    const changed = await patch(json.id, { ...fields, weight_unit: 'lb' });
    expect(changed.json).to.deep.include({ ...fields, weight_unit: 'lb', tiers: TIERS, version: 2 });
    expect((await app().call(`/api/shipping_methods/${json.id}`)).json).to.deep.equal(changed.json);
    expect((await patch(json.id, { countries: null, regions: null })).json).to.deep.include({ countries: [] });
    expect((await app().call(`/api/shipping_methods/${json.id}`, { method: 'DELETE' })).status).to.equal(204);
  });

  it('are rejected with errors that say what would be right', async () => {
    const tier = (upTo: unknown, price: unknown = 1) => ({ up_to: upTo, price });
    for (const [fields, path] of [
      [{ tiers: [] }, '/tiers'],
      [{ tiers: [tier(null), tier(5)] }, '/tiers/1/up_to'],
      [{ tiers: [tier(5), tier(5)] }, '/tiers/1/up_to'],
      [{ tiers: [tier(5.001)] }, '/tiers/0/up_to'],
      [{ tiers: [tier(1.0001)], price_by: 'weight' }, '/tiers/0/up_to'],
      [{ tiers: [tier(5, 1.999)] }, '/tiers/0/price'],
      [{ tiers: [tier(5, -1)] }, '/tiers/0/price'],
      [{ tiers: [{ up_to: 5 }] }, '/tiers/0/price'],
      [{ tiers: [tier(5, 1.5)], currency: 'JPY' }, '/tiers/0/price'],
      [{ tiers: Array.from({ length: 51 }, (_, index) => tier(index)) }, '/tiers'],
      [{ currency: 'EURO' }, '/currency'],
      [{ countries: ['DE', 'XX'] }, '/countries/1'],
      [{ regions: ['Bayern'] }, '/countries'],
      [{ free_above: 1.999 }, '/free_above'],
      [{ price_by: 'volume' }, '/price_by'],
    ] as const) {
      const reply = await create(fields);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json), JSON.stringify(fields)).to.deep.equal([path]);
    }
  });

  it('are listed by whether they are active', async () => {
    const { json } = await create({ active: false, name: 'Retired' });
    const [newest] = (await app().call('/api/shipping_methods?active=false')).json.data;
    expect(newest).to.deep.equal(json);
    const active = (await app().call('/api/shipping_methods?active=true')).json.data;
    expect(active.map(({ id }: { id: string }) => id)).to.not.include(json.id);
  });
});
