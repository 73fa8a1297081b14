import { expect } from 'chai';
import { createProduct, itemsOf, order } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the discounts that cost a buyer least', ({ app }) => {
  const created: string[] = [];
  const make = async (path: string, body: object) => {
    const reply = await app().call(path, { method: 'POST', body });
    expect(reply.status, reply.text).to.equal(201);
    created.push(`${path}/${reply.json.id}`);
    return reply.json;
  };
  const discount = (fields: object) => make('/api/discounts', { name: 'Sale', kind: 'percent', ...fields });
  const shipping = (fields: object = {}) =>
    make('/api/shipping_methods', { name: 'Standard', tiers: [{ up_to: null, price: 5 }], ...fields });
  const cartOf = async (price: number, fields: object = {}) => ({
    items: itemsOf([await createProduct(app(), { price })]),
    ...fields,
  });
  const quote = async (body: object) => {
    const { json, status, text } = await app().call('/api/orders?dry_run=true', {
      method: 'POST',
      body: { anonymous: true, ...body },
    });
    expect(status, text).to.equal(201);
    return json;
  };

  afterEach(async () => {
    for (const path of created.splice(0)) {
      expect((await app().call(path, { method: 'DELETE' })).status).to.equal(204);
    }
  });

  it('are the automatic one, where a code would save less', async () => {
    await discount({ percent: 20 });
    const code = await discount({ percent: 5, code: 'FIVE', priority: 9 });
    const cart = await cartOf(100, { discount_codes: ['FIVE'] });
    const quoted = await quote(cart);
    expect(quoted).to.include({ total: 80 });
    expect(quoted.refused_discount_codes).to.deep.equal([
      {
        code: 'FIVE',
        reason: 'not_combinable',
        message: 'cannot be combined with a discount that saves as much or more',
      },
    ]);
    expectProblem(await order(app(), cart), 422, 'validation_failed');
    expect((await app().call(`/api/discounts/${code.id}`)).json.uses).to.equal(0);
  });

  it('are the code, where it saves more', async () => {
    const automatic = await discount({ percent: 20, priority: 9 });
    await discount({ percent: 30, code: 'THIRTY' });
    const quoted = await quote(await cartOf(100, { discount_codes: ['THIRTY'] }));
    expect(quoted).to.include({ total: 70 });
    expect(quoted.refused_discounts).to.deep.include({
      discount_id: automatic.id,
      name: 'Sale',
      reason: 'not_combinable',
      message: 'cannot be combined with a discount that saves as much or more',
    });
  });

  it('leave a code for free shipping aside that saves less than the automatic one', async () => {
    await discount({ percent: 20 });
    await discount({ kind: 'free_shipping', code: 'FREE' });
    const { id } = await shipping();
    const quoted = await quote(await cartOf(100, { discount_codes: ['FREE'], shipping_method_id: id }));
    expect(quoted).to.include({ total: 85 });
    expect(quoted.refused_discount_codes[0]).to.include({ code: 'FREE', reason: 'not_combinable' });
  });

  it('combine, where all together save more than one alone', async () => {
    await discount({ percent: 20, priority: 9 });
    await discount({ percent: 15, combinable: true });
    await discount({ percent: 10, combinable: true, code: 'TEN' });
    expect(await quote(await cartOf(100, { discount_codes: ['TEN'] }))).to.include({ total: 76.5 });
  });

  it('leave a code aside with which shipping would cost more than it saves', async () => {
    const { id } = await shipping({ free_above: 100 });
    const code = await discount({ percent: 4, code: 'FOUR' });
    const cart = await cartOf(102, { discount_codes: ['FOUR'], shipping_method_id: id });
    const quoted = await quote(cart);
    expect(quoted).to.include({ total: 102 });
    expect(quoted.refused_discount_codes).to.deep.equal([
      { code: 'FOUR', reason: 'no_effect', message: 'does not lower the total' },
    ]);
    expectProblem(await order(app(), cart), 422, 'validation_failed');
    expect((await app().call(`/api/discounts/${code.id}`)).json.uses).to.equal(0);
  });

  it('leave a code for free shipping aside where shipping is free', async () => {
    const { id } = await shipping({ free_above: 100 });
    await discount({ kind: 'free_shipping', code: 'FREE' });
    const quoted = await quote(await cartOf(102, { discount_codes: ['FREE'], shipping_method_id: id }));
    expect(quoted.refused_discount_codes[0]).to.include({ code: 'FREE', reason: 'no_effect' });
  });

  it('are the one of the higher priority, where two save the same', async () => {
    await discount({ name: 'Older', percent: 20 });
    const preferred = await discount({ name: 'Preferred', percent: 20, priority: 1 });
    expect((await quote(await cartOf(100))).discount_lines).to.deep.equal([
      { discount_id: preferred.id, code: null, name: 'Preferred', amount: 20 },
    ]);
  });
});
