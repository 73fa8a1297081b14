import { expect } from 'chai';
import { createProduct, itemsOf, order, orderStep, payment } from '../../support/builders/resources.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const BUYERS = 40;
const STOCK = 30;

/** All rows, whatever the indexes and the limit of the service are. */
const RECOUNT = `
  select
    (select count(*)::integer from orders where status = 'open' and payment_status in ('paid', 'partially_refunded')
      and fulfillment_status <> 'fulfilled') as to_fulfill,
    (select count(*)::integer from orders where status = 'open' and payment_status in ('unpaid', 'partially_paid'))
      as to_pay,
    (select count(*)::integer from products where status = 'active' and stock <= 5) as low`;

onStorage('postgres', 'the overview while many write', ({ app, databaseUrl }) => {
  const counts = async (): Promise<object> => {
    const { json } = await app().call('/api/overview');
    return {
      to_fulfill: json.orders_to_fulfill.count,
      to_pay: json.orders_to_pay.count,
      low: json.products_low_on_stock.count,
    };
  };

  it('counts what a plain count of all rows does, whatever was rejected or rolled back', async () => {
    const products = await Promise.all([1, 2, 3].map(() => createProduct(app(), { stock: STOCK })));
    /** The steps of a buyer, some of which race for the same order. */
    const buy = async (index: number): Promise<Reply[]> => {
      const created = await order(app(), { items: itemsOf(products.slice(0, 1 + (index % 3)), 2) });
      const { id, items } = created.json;
      if (created.status !== 201) return [created];
      const fulfill = () =>
        orderStep(app(), id, 'fulfillments', { items: [{ item_id: items[0].id, quantity: 1 + (index % 2) }] });
      const steps = [
        () => Promise.all([payment(app(), id), orderStep(app(), id, 'cancel')]),
        () => Promise.all([payment(app(), id), payment(app(), id)]),
        async () => [await payment(app(), id), await fulfill()],
        () => Promise.all([orderStep(app(), id, 'cancel?dry_run=true'), orderStep(app(), id, 'cancel?dry_run=true')]),
      ];
      return (await steps[index % steps.length]?.()) ?? [];
    };
    const replies = (await Promise.all(Array.from({ length: BUYERS }, (_, index) => buy(index)))).flat();
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].filter((status) => status >= 500)).to.deep.equal([]);
    // an order without enough stock, and a step that another was ahead of
    expect([...statuses]).to.include.members([200, 201, 409]);
    const [expected] = await runSql(databaseUrl(), RECOUNT);
    expect(await counts()).to.deep.equal(expected);
    for (const value of Object.values(expected ?? {})) expect(value).to.be.greaterThan(0);
  });
});
