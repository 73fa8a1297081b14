import { expect } from 'chai';
import { createCategory, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the discounts of variants', ({ app }) => {
  const aFamily = async (fields: object = {}) => {
    const parent = await createProduct(app(), { name: 'Coat', price: 100, ...fields });
    const make = (size: string, own: object = {}) =>
      createProduct(app(), { name: `Coat ${size}`, price: 100, parent_id: parent.id, options: { size }, ...own });
    return { parent, small: await make('S'), large: await make('L', { price: 50 }) };
  };
  let codes = 0;
  /** What a code of a discount leaves of a cart, or why it is refused. */
  const quoted = async (discount: object, items: readonly object[]) => {
    codes += 1;
    const code = `CODE${codes}`;
    const body = { name: 'Sale', kind: 'percent', percent: 10, code, ...discount };
    const created = await app().call('/api/discounts', { method: 'POST', body });
    expect(created.status, created.text).to.equal(201);
    const asked = { anonymous: true, items, discount_codes: [code] };
    const { json } = await app().call('/api/orders?dry_run=true', { method: 'POST', body: asked });
    return json.refused_discount_codes?.[0]?.reason ?? json.total;
  };

  it('are those of their parent, and of themselves alone', async () => {
    const { parent, small, large } = await aFamily();
    const other = await createProduct(app(), { price: 10 });
    const items = itemsOf([small, large, other]);
    expect(await quoted({ product_ids: [parent.id] }, items)).to.equal(145);
    expect(await quoted({ product_ids: [large.id] }, items)).to.equal(155);
    expect(await quoted({ product_ids: [parent.id, small.id] }, itemsOf([small], 2))).to.equal(180);
    expect(await quoted({ product_ids: [parent.id] }, itemsOf([other]))).to.equal('no_matching_items');
    const fixed = { kind: 'fixed_price', price: 40, percent: undefined, currency: 'USD', product_ids: [parent.id] };
    expect(await quoted(fixed, items)).to.equal(90);
  });

  it('count all variants of a parent for the least quantity and total', async () => {
    const { parent, small, large } = await aFamily();
    const items = itemsOf([small, large]);
    expect(await quoted({ product_ids: [parent.id], min_quantity: 2 }, items)).to.equal(135);
    expect(await quoted({ product_ids: [parent.id], min_quantity: 3 }, items)).to.equal('quantity_too_low');
    expect(await quoted({ product_ids: [parent.id], min_total: 150, currency: 'USD' }, items)).to.equal(135);
  });

  it('are those of the category of their parent and of the categories above it, but for a variant of another', async () => {
    const top = await createCategory(app(), { name: 'Clothes' });
    const coats = await createCategory(app(), { name: 'Coats', parent_id: top.id });
    const { parent, small, large } = await aFamily({ category_id: coats.id });
    expect(await quoted({ category_ids: [coats.id] }, itemsOf([small, large]))).to.equal(135);
    expect(await quoted({ category_ids: [top.id] }, itemsOf([small, large]))).to.equal(135);
    const shoes = await createCategory(app(), { name: 'Shoes' });
    const patched = { method: 'PATCH', body: { category_id: shoes.id } };
    expect((await app().call(`/api/products/${large.id}`, patched)).status).to.equal(200);
    expect(await quoted({ category_ids: [top.id] }, itemsOf([small, large]))).to.equal(140);
    await app().call(`/api/products/${parent.id}`, patched);
    expect(await quoted({ category_ids: [shoes.id] }, itemsOf([small, large]))).to.equal(135);
  });
});
