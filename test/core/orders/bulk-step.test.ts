import { expect } from 'chai';
import { MAX_BULK_ORDERS, makeRunBulkStep } from '#core/orders/use-cases/bulk-step.ts';
import { ids } from '../../support/builders/builders.ts';
import { aLog } from '../../support/log.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('runBulkStep', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  const run = (...[selected, prepare]: Parameters<ReturnType<typeof makeRunBulkStep>>) =>
    makeRunBulkStep({ unitOfWork: orders.unitOfWork, log: aLog().log })(selected, prepare);

  it('runs each step in its own transaction, and reports them in the order of the request', async () => {
    const [first, second] = [await orders.anOpenOrder(), await orders.anOpenOrder()];
    await orders.cancel(orders.staff, second.id);
    const unknown = ids.next('ord');
    const results = await run([first.id, second.id, unknown], (id) => orders.prepareCancel(orders.staff, id));
    expect(results.map(({ id }) => id)).to.deep.equal([first.id, second.id, unknown]);
    expect(results.map(({ error }) => (error as { code?: string } | undefined)?.code)).to.deep.equal([
      undefined,
      'invalid_state',
      'not_found',
    ]);
    expect((await orders.get(first.id)).state.status).to.equal('cancelled');
  });

  it('goes on after an unexpected error', async () => {
    const { id } = await orders.anOpenOrder();
    const failing = ids.next('ord');
    const results = await run([failing, id], (each) => {
      if (each === failing) throw new TypeError('unexpected');
      return orders.prepareCancel(orders.staff, each);
    });
    expect(results[0]?.error).to.be.instanceOf(TypeError);
    expect(results[1]).to.deep.equal({ id, error: undefined });
  });

  it('runs a few steps at a time', async () => {
    let [running, most] = [0, 0];
    const many = Array.from({ length: MAX_BULK_ORDERS }, () => ids.next('ord'));
    const results = await run(many, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      throw new TypeError('nothing to do');
    });
    expect(results.map(({ id }) => id)).to.deep.equal(many);
    expect(most).to.equal(4);
  });
});
