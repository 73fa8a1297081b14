import { expect } from 'chai';
import { CSV, importFile } from '../../support/builders/imports.ts';
import {
  createOrder,
  createProduct,
  itemsOf,
  order,
  orderStep,
  patchProduct,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Article 16 of Directive 2011/83/EU, (a) to (m). */
const REASONS = [
  'service',
  'market_price',
  'custom_made',
  'perishable',
  'sealed_hygiene',
  'inseparable',
  'delayed_alcohol',
  'urgent_repair',
  'sealed_media',
  'periodical',
  'auction',
  'dated_service',
  'digital_content',
];

const MUST_BE = `must be one of ${[...REASONS, 'null'].join(', ')}`;

onService('the exemption of a product from withdrawal', ({ app }) => {
  const read = async (at: string, key?: null) => (await app().call(at, key === null ? { key } : {})).json;
  const post = (at: string, body: object) => app().call(at, { method: 'POST', body });

  it('is one of the reasons of the law, or none', async () => {
    const { id, withdrawal_exemption: none } = await createProduct(app());
    expect(none).to.equal(null);
    for (const reason of [...REASONS, null]) {
      const { json } = await patchProduct(app(), id, { withdrawal_exemption: reason });
      expect(json.withdrawal_exemption).to.equal(reason);
      expect((await read(`/api/products/${id}`)).withdrawal_exemption).to.equal(reason);
    }
  });

  it('is refused with the reasons of the law if it is no reason of the law', async () => {
    const product = await createProduct(app(), { sku: 'NO-REASON' });
    for (const value of ['sale', 'opened', 'CUSTOM_MADE', '', 'constructor', true, 16, ['service']]) {
      const fields = { withdrawal_exemption: value };
      const at = `/api/products/${product.id}`;
      const whole = { name: 'Socks', price: 5, ...fields };
      for (const [reply, pointer] of [
        [await post('/api/products', whole), '/withdrawal_exemption'],
        [await app().call(at, { method: 'PUT', body: whole }), '/withdrawal_exemption'],
        [await patchProduct(app(), product.id, fields), '/withdrawal_exemption'],
        [
          await post('/api/products/bulk_update', { filter: { sku: 'NO-REASON' }, changes: fields }),
          '/changes/withdrawal_exemption',
        ],
      ] as const) {
        const [error] = expectProblem(reply, 422, 'validation_failed').errors ?? [];
        expect(error).to.include({ pointer, message: MUST_BE });
      }
    }
    const file = 'sku,withdrawal_exemption\nNO-REASON,sale\n';
    const { failed, errors } = (await importFile(app(), file, { type: CSV })).json;
    expect(failed).to.equal(1);
    expect(errors[0]).to.include({ line: 2, field: 'withdrawal_exemption', message: MUST_BE });
    expect(await read(`/api/products/${product.id}`)).to.deep.equal(product);
  });

  it('is seen by everybody before the order, also for each variant, in lists and in a quote', async () => {
    const mug = await createProduct(app(), { name: 'Mug', stock: 3 });
    const fields = { name: 'Mug', price: 9, parent_id: mug.id };
    const plain = await createProduct(app(), { ...fields, options: { print: 'none' } });
    const engraving = { ...fields, options: { print: 'a name' }, withdrawal_exemption: 'custom_made' };
    const engraved = await createProduct(app(), engraving);
    for (const key of [undefined, null] as const) {
      const shown = await read(`/api/products/${mug.id}`, key);
      expect(shown.withdrawal_exemption).to.equal(null);
      const ofVariants = shown.variants.map((each: typeof mug) => [each.id, each.withdrawal_exemption]);
      expect(Object.fromEntries(ofVariants)).to.deep.equal({ [plain.id]: null, [engraved.id]: 'custom_made' });
      const [listed] = (await read(`/api/products?ids=${mug.id}`, key)).data;
      expect(listed.variants).to.deep.equal(shown.variants);
      expect(await read(`/api/products/${engraved.id}`, key)).to.include({ withdrawal_exemption: 'custom_made' });
    }
    const quote = await post('/api/orders?dry_run=true', {
      items: itemsOf([plain, engraved]),
      anonymous: true,
    });
    expect(quote.status, quote.text).to.equal(201);
    const quoted = quote.json.items.map((item: typeof mug) => item.withdrawal_exemption);
    expect(quoted).to.deep.equal([null, 'custom_made']);
  });

  it('of a parent rewrites its variants, also those that it shows', async () => {
    const parent = await createProduct(app(), { name: 'Socks' });
    const fields = { name: 'Socks', price: 5, parent_id: parent.id };
    const small = await createProduct(app(), { ...fields, options: { size: 'S' } });
    const large = await createProduct(app(), {
      ...fields,
      options: { size: 'L' },
      withdrawal_exemption: 'custom_made',
    });
    const { json } = await patchProduct(app(), parent.id, { withdrawal_exemption: 'sealed_hygiene' });
    const shown = json.variants.map((each: typeof parent) => [each.id, each.withdrawal_exemption]);
    expect(Object.fromEntries(shown)).to.deep.equal({ [small.id]: 'sealed_hygiene', [large.id]: 'custom_made' });
    expect(await read(`/api/products/${small.id}`)).to.include({ withdrawal_exemption: 'sealed_hygiene', version: 2 });
    expect(await read(`/api/products/${large.id}`)).to.include({ withdrawal_exemption: 'custom_made', version: 1 });
    const items = itemsOf([small, large]);
    const placed = await createOrder(app(), { items });
    expect(placed.items.map((item: typeof parent) => item.withdrawal_exemption)).to.deep.equal([
      'sealed_hygiene',
      'custom_made',
    ]);
  });

  it('is changed by a bulk update and by an import, whose export says it', async () => {
    const pair = [await createProduct(app(), { sku: 'BULK-1' }), await createProduct(app(), { sku: 'BULK-2' })];
    const ids = pair.map(({ id }) => id);
    const update = (value: string | null) =>
      post('/api/products/bulk_update', { filter: { ids }, changes: { withdrawal_exemption: value } });
    const shown = async () =>
      Promise.all(ids.map(async (id) => (await read(`/api/products/${id}`)).withdrawal_exemption));
    expect((await update('perishable')).json).to.include({ matched: 2, updated: 2 });
    expect((await update('perishable')).json).to.include({ matched: 2, unchanged: 2 });
    expect(await shown()).to.deep.equal(['perishable', 'perishable']);
    const headers = { Accept: CSV };
    const file = (await app().call(`/api/products/export?ids=${ids[0]}`, { headers })).text;
    expect((await update(null)).json).to.include({ updated: 2 });
    expect((await importFile(app(), file, { type: CSV })).json).to.include({ updated: 1, failed: 0 });
    expect(await shown()).to.deep.equal(['perishable', null]);
    const emptied = 'sku,withdrawal_exemption\nBULK-1,\n';
    expect((await importFile(app(), emptied, { type: CSV })).json).to.include({ updated: 1, failed: 0 });
    expect(await shown()).to.deep.equal([null, null]);
    await patchProduct(app(), ids[0] ?? '', { withdrawal_exemption: 'auction' });
    const [entry] = (await read(`/api/audit_log?resource_id=${ids[0]}`)).data;
    expect(entry).to.deep.include({
      action: 'product.updated',
      before: { withdrawal_exemption: null },
      after: { withdrawal_exemption: 'auction' },
    });
  });

  it('of an item stays as it was ordered while the order is edited, cancelled in part and fulfilled', async () => {
    const cheese = await createProduct(app(), { name: 'Cheese', stock: 9, withdrawal_exemption: 'perishable' });
    const disc = await createProduct(app(), { name: 'Disc', stock: 9, withdrawal_exemption: 'sealed_media' });
    const { id, items } = await createOrder(app(), { items: itemsOf([cheese], 2) });
    await patchProduct(app(), cheese.id, { withdrawal_exemption: null });
    const edit = { items: [...itemsOf([cheese], 3), ...itemsOf([disc])] };
    const edited = await app().call(`/api/orders/${id}`, { method: 'PATCH', body: edit });
    expect(edited.status, edited.text).to.equal(200);
    const exemptionsOf = (shown: { items: (typeof cheese)[] }) => shown.items.map((item) => item.withdrawal_exemption);
    expect(exemptionsOf(edited.json)).to.deep.equal(['perishable', 'sealed_media']);
    const cancelled = await orderStep(app(), id, `items/${items[0].id}/cancel`, { quantity: 1 });
    expect(exemptionsOf(cancelled.json)).to.deep.equal(['perishable', 'sealed_media']);
    await patchProduct(app(), disc.id, { withdrawal_exemption: 'digital_content' });
    const fulfilled = await orderStep(app(), id, 'fulfillments', {});
    expect(exemptionsOf(fulfilled.json)).to.deep.equal(['perishable', 'sealed_media']);
    const next = await order(app(), { items: itemsOf([cheese, disc]) });
    expect(exemptionsOf(next.json)).to.deep.equal([null, 'digital_content']);
  });
});
