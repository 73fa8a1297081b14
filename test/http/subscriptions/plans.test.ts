import { expect } from 'chai';
import { createKey, createPlan, createProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const TIERS = [
  { up_to: 10, unit_amount: 5, flat_amount: 0 },
  { up_to: null, unit_amount: 4, flat_amount: 20 },
];

onService('plans', ({ app }) => {
  const create = (fields: object = {}) =>
    app().call('/api/plans', {
      method: 'POST',
      body: { name: 'Team', pricing: 'per_unit', amount: 10, interval: 'month', ...fields },
    });
  const read = (id: string) => app().call(`/api/plans/${id}`);
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/plans/${id}`, { method: 'PATCH', body, headers });
  const remove = (id: string, headers: Record<string, string> = {}) =>
    app().call(`/api/plans/${id}`, { method: 'DELETE', headers });
  const list = async (query: string): Promise<string[]> =>
    (await app().call(`/api/plans?${query}`)).json.data.map(({ id }: { id: string }) => id);

  it('are created with defaults, and shown under their location', async () => {
    const { status, json, text, headers } = await create();
    expect(status, text).to.equal(201);
    expect(headers.get('location')).to.equal(`/api/plans/${json.id}`);
    expect(json).to.deep.include({
      object: 'plan',
      status: 'active',
      product_id: null,
      pricing: 'per_unit',
      amount: 10,
      tiers: null,
      setup_amount: 0,
      currency: 'USD',
      usage: null,
      interval: 'month',
      interval_count: 1,
      trial_days: 0,
      after_dunning: 'unpaid',
      tax_category: null,
      metadata: {},
      actions: ['archive'],
      version: 1,
    });
    expect((await read(json.id)).json).to.deep.equal(json);
  });

  it('have tiers, usage, a product, a trial and a price for the setup', async () => {
    const product = await createProduct(app());
    const fields = {
      product_id: product.id,
      pricing: 'graduated',
      amount: null,
      setup_amount: 99.5,
      usage: 'sum',
      currency: 'EUR',
      interval: 'week',
      interval_count: 2,
      trial_days: 14,
      after_dunning: 'cancel',
      tax_category: 'services',
      metadata: { tier: 'team' },
    };
    const { flat_amount: _, ...withoutFlat } = TIERS[0] ?? {};
    const { json, text } = await create({ ...fields, tiers: [withoutFlat, TIERS[1]] });
    expect(json, text).to.deep.include({ ...fields, tiers: TIERS });
    expect((await read(json.id)).json).to.deep.equal(json);
  });

  it('are rejected with errors that say what would be right', async () => {
    const tier = (upTo: unknown, amount: unknown = 1) => ({ up_to: upTo, unit_amount: amount });
    const tiered = (tiers: unknown, fields: object = {}) => ({ pricing: 'volume', amount: null, tiers, ...fields });
    for (const [fields, ...paths] of [
      [{ name: ' ' }, '/name'],
      [{ pricing: 'package' }, '/pricing'],
      [{ amount: null }, '/amount'],
      [{ pricing: 'flat', amount: null }, '/amount'],
      [{ amount: 1.999 }, '/amount'],
      [{ amount: -1 }, '/amount'],
      [{ amount: 1e12 }, '/amount'],
      [{ tiers: [tier(null)] }, '/tiers'],
      [{ pricing: 'volume', tiers: [tier(null)] }, '/amount'],
      [{ pricing: 'volume' }, '/amount', '/tiers'],
      [tiered(null), '/tiers'],
      [tiered([]), '/tiers'],
      [tiered([tier(5)]), '/tiers/0/up_to'],
      [tiered([tier(null), tier(5)]), '/tiers/0/up_to', '/tiers/1/up_to'],
      [tiered([tier(5), tier(5), tier(null)]), '/tiers/1/up_to'],
      [tiered([tier(0), tier(null)]), '/tiers/0/up_to'],
      [tiered([tier(1.5), tier(null)]), '/tiers/0/up_to'],
      [tiered([tier(1_000_000_001), tier(null)]), '/tiers/0/up_to'],
      [tiered([{ up_to: null }]), '/tiers/0/unit_amount'],
      [tiered([tier(null, 0.001)]), '/tiers/0/unit_amount'],
      [tiered([{ ...tier(null), flat_amount: -1 }]), '/tiers/0/flat_amount'],
      [tiered(Array.from({ length: 51 }, (_, index) => tier(index === 50 ? null : index + 1))), '/tiers'],
      [{ amount: 10.5, setup_amount: 0.5, currency: 'JPY' }, '/amount', '/setup_amount'],
      [{ setup_amount: -1 }, '/setup_amount'],
      [{ currency: 'EURO' }, '/currency'],
      [{ pricing: 'flat', usage: 'sum' }, '/usage'],
      [{ usage: 'average' }, '/usage'],
      [{ interval: 'hour' }, '/interval'],
      [{ interval: null }, '/interval'],
      [{ interval_count: 0 }, '/interval_count'],
      [{ interval_count: 37 }, '/interval_count'],
      [{ interval: 'year', interval_count: 4 }, '/interval_count'],
      [{ interval: 'week', interval_count: 157 }, '/interval_count'],
      [{ interval: 'day', interval_count: 1096 }, '/interval_count'],
      [{ trial_days: -1 }, '/trial_days'],
      [{ trial_days: 731 }, '/trial_days'],
      [{ after_dunning: 'retry' }, '/after_dunning'],
      [{ product_id: 'prod_x' }, '/product_id'],
      [{ status: 'archived' }, '/status'],
      [
        { interval_count: 37, setup_amount: 0.001, usage: 'sum', pricing: 'flat' },
        '/interval_count',
        '/setup_amount',
        '/usage',
      ],
    ] as const) {
      const reply = await create(fields);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json), JSON.stringify(fields)).to.deep.equal(paths);
    }
  });

  it('take the longest periods', async () => {
    for (const [interval, count] of [
      ['day', 1095],
      ['week', 156],
      ['month', 36],
      ['year', 3],
    ]) {
      expect((await create({ interval, interval_count: count })).status).to.equal(201);
    }
  });

  it('are for a product that exists and is sold itself', async () => {
    const unknown = await create({ product_id: 'prod_01h455vb4pex5vsknk084sn02q' });
    expectProblem(unknown, 422, 'unknown_reference');
    expect(errorPathsOf(unknown.json)).to.deep.equal(['/product_id']);
    const parent = await createProduct(app());
    const variant = await createProduct(app(), { parent_id: parent.id, options: { size: 'M' } });
    const family = await create({ product_id: parent.id });
    expectProblem(family, 422, 'unknown_reference');
    expect(family.text).to.include('one of the variants');
    expect((await create({ product_id: variant.id })).json.product_id).to.equal(variant.id);
  });

  it('change their name, trial, end of dunning, tax category, metadata and status', async () => {
    const { id } = await createPlan(app(), { metadata: { tier: 'team', region: 'eu' } });
    const fields = { name: 'Crew', trial_days: 7, after_dunning: 'cancel', tax_category: 'books', status: 'archived' };
    const changed = await patch(id, { ...fields, metadata: { region: null, plan: 'b' } });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.json).to.deep.include({ ...fields, metadata: { tier: 'team', plan: 'b' }, version: 2 });
    expect(changed.json.actions).to.deep.equal(['activate']);
    expect((await read(id)).json).to.deep.equal(changed.json);
    const reset = await patch(id, { trial_days: null, after_dunning: null, metadata: null, status: 'active' });
    expect(reset.json).to.deep.include({ trial_days: 0, after_dunning: 'unpaid', metadata: {}, actions: ['archive'] });
  });

  it('keep their price, and say so', async () => {
    const { id: product } = await createProduct(app());
    const { id } = await createPlan(app());
    const tiered = await createPlan(app(), { pricing: 'volume', amount: null, tiers: TIERS });
    for (const [plan, body, ...paths] of [
      [id, { amount: 11 }, '/amount'],
      [id, { amount: null }, '/amount'],
      [id, { product_id: product }, '/product_id'],
      [id, { pricing: 'flat' }, '/pricing'],
      [id, { pricing: 'volume', amount: null, tiers: TIERS }, '/amount', '/pricing', '/tiers'],
      [id, { setup_amount: 1, name: 'Crew' }, '/setup_amount'],
      [id, { currency: 'EUR' }, '/currency'],
      [id, { usage: 'max' }, '/usage'],
      [id, { interval: 'year' }, '/interval'],
      [id, { interval_count: 2 }, '/interval_count'],
      [tiered.id, { tiers: TIERS.toReversed() }, '/tiers'],
      [tiered.id, { tiers: null }, '/tiers'],
    ] as const) {
      const reply = await patch(plan, body);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal(paths);
      expect(reply.text).to.include('cannot be changed: create another plan, and archive this one');
    }
    expect((await read(id)).json).to.include({ version: 1, name: 'Team' });
    const same = { amount: 10, tiers: null, currency: null, setup_amount: null, interval_count: null, usage: null };
    expect((await patch(id, same)).json).to.include({ version: 1 });
    const { flat_amount: _, ...withoutFlat } = TIERS[0] ?? {};
    expect((await patch(tiered.id, { tiers: [withoutFlat, TIERS[1]] })).json).to.include({ version: 1 });
  });

  it('are deleted', async () => {
    const { id } = await createPlan(app());
    expect((await remove(id)).status).to.equal(204);
    expectProblem(await read(id), 404, 'not_found');
    expectProblem(await remove(id), 404, 'not_found');
    expectProblem(await patch(id, { name: 'Crew' }), 404, 'not_found');
  });

  it('emit events and are audited, metadata only as changed', async () => {
    const { id } = await createPlan(app(), { metadata: { secret: 'sauce' } });
    await patch(id, { name: 'Crew', metadata: null });
    await remove(id);
    const events = (await app().call('/api/events?type=plan.*&limit=100')).json.data;
    const own = events.filter(({ resource_id: about }: { resource_id: string }) => about === id);
    expect(own.map(({ type, sequence }: { type: string; sequence: number }) => `${sequence} ${type}`)).to.deep.equal([
      '3 plan.deleted',
      '2 plan.updated',
      '1 plan.created',
    ]);
    expect(own[1].previous).to.deep.equal({ name: 'Team', metadata: { secret: 'sauce' } });
    const entries = (await app().call(`/api/audit_log?resource_id=${id}`)).json.data;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).to.deep.equal(['plan.deleted', 'plan.updated', 'plan.created']);
    expect(entries[1]).to.deep.include({ before: { name: 'Team', metadata: '[withheld]' } });
    expect(JSON.stringify(entries)).to.not.include('sauce');
  });

  it('are written once by a repeated request, not by a dry run, and not over another’s change', async () => {
    const body = { name: 'Once', pricing: 'flat', amount: 5, interval: 'year' };
    const headers = { 'Idempotency-Key': `plan-${Math.random()}` };
    const first = await app().call('/api/plans', { method: 'POST', body, headers });
    const again = await app().call('/api/plans', { method: 'POST', body, headers });
    expect(again.text).to.equal(first.text);
    const dry = await app().call('/api/plans?dry_run=true', { method: 'POST', body });
    expect(dry.json).to.deep.include({ dry_run: true, emits: ['plan.created'] });
    expectProblem(await read(dry.json.id), 404, 'not_found');
    const { id } = first.json;
    expect((await patch(id, { name: 'Twice' }, { 'If-Match': '"1"' })).status).to.equal(200);
    const stale = expectProblem(await patch(id, { name: 'Thrice' }, { 'If-Match': '"1"' }), 412, 'version_mismatch');
    expect(stale).to.deep.include({ current_version: 2, changed_fields: ['name'] });
    expectProblem(await remove(id, { 'If-Match': '"1"' }), 412, 'version_mismatch');
  });

  it('are listed by status, product, currency and interval', async () => {
    const { id: product } = await createProduct(app());
    const weekly = await createPlan(app(), { product_id: product, interval: 'week' });
    const euros = await createPlan(app(), { product_id: product, currency: 'EUR' });
    await patch(weekly.id, { status: 'archived' });
    const of = `product_id=${product}`;
    expect(await list(of)).to.deep.equal([euros.id, weekly.id]);
    expect(await list(`${of}&status=archived`)).to.deep.equal([weekly.id]);
    expect(await list(`${of}&currency=EUR`)).to.deep.equal([euros.id]);
    expect(await list(`${of}&interval=week`)).to.deep.equal([weekly.id]);
    expect(await list(`${of}&currency=EUR&interval=week`)).to.deep.equal([]);
    expect(await list(`ids=${weekly.id},${euros.id}&limit=1`)).to.deep.equal([euros.id]);
    expectProblem(await app().call('/api/plans?status=draft'), 400, 'invalid_parameter');
  });

  it('are for keys with a scope of subscriptions', async () => {
    const { id } = await createPlan(app());
    const { key } = await createKey(app(), { scopes: ['subscriptions:read'] });
    expect((await app().call(`/api/plans/${id}`, { key })).status).to.equal(200);
    const body = { name: 'Crew' };
    expectProblem(await app().call(`/api/plans/${id}`, { method: 'PATCH', body, key }), 403, 'insufficient_scope');
  });
});
