import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the sales report', ({ app }) => {
  const report = async (query: string) => {
    const { status, json } = await app().call(`/api/analytics/sales?${query}`);
    expect(status, JSON.stringify(json)).to.equal(200);
    return json;
  };

  /** What has changed in a total since a report. */
  const totals = async () => (await report('')).totals;

  it('adds up what was captured and refunded, by day and by product', async () => {
    const shirt = await createProduct(app(), { name: 'Linen shirt', price: 20, category: 'Shirts' });
    const scarf = await createProduct(app(), { name: 'Wool scarf', price: 10, category: 'Scarves' });
    const user = await createUser(app(), { name: 'Ada' });
    const before = await totals();
    const { id } = await createOrder(app(), {
      user_id: user.id,
      items: [
        { product_id: shirt.id, quantity: 2 },
        { product_id: scarf.id, quantity: 1 },
      ],
    });
    const payment = await createPayment(app(), id);
    await paymentStep(app(), payment.id, 'refunds', { amount: 5 });
    await eventually('the refund is counted', async () => (await totals()).refunds >= before.refunds + 5);
    const after = await report('group_by=product&limit=100');
    expect(after.totals.gross - before.gross).to.equal(50);
    expect(after.totals.net - before.net).to.equal(45);
    expect([after.totals.orders - before.orders, after.totals.units - before.units]).to.deep.equal([1, 3]);
    expect(after.series).to.have.length(30);
    expect(after.series.at(-1).gross).to.equal(after.totals.gross);
    const groups = after.groups.filter(({ key }: { key: string }) => [shirt.id, scarf.id].includes(key));
    expect(
      groups.map(({ label, gross, refunds, orders, units }: never) => [label, gross, refunds, orders, units]),
    ).to.deep.equal([
      ['Linen shirt', 40, 4, 1, 2],
      ['Wool scarf', 10, 1, 1, 1],
    ]);
    const categories = (await report('group_by=category&limit=100')).groups;
    expect(categories.find(({ label }: { label: string }) => label === 'Shirts')).to.include({ gross: 40, units: 2 });
    const users = (await report('group_by=user&limit=100')).groups;
    expect(users.find(({ key }: { key: string }) => key === user.id)).to.include({
      label: 'Ada',
      gross: 50,
      orders: 1,
    });
  });
});
