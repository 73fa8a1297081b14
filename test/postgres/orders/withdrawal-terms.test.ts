import { expect } from 'chai';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import {
  createKey,
  createOrder,
  createPlan,
  createProduct,
  createSubscription,
  itemsOf,
} from '../../support/builders/resources.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { openPostgresStorage } from '../../support/servers/postgres-storage.ts';

onStorage('postgres', 'the terms of withdrawal of an order', ({ app, databaseUrl }) => {
  const change = async (path: string, body: object) => {
    const { status, text } = await app().call(path, { method: 'PATCH', body });
    expect(status, text).to.equal(200);
  };
  const termsOf = async (id: string): Promise<WithdrawalTerms> => {
    const [row] = await runSql(databaseUrl(), `select withdrawal_terms as terms from orders where id = '${id}'`);
    return row?.['terms'] as WithdrawalTerms;
  };
  const PLACED: Readonly<Record<string, () => Promise<string>>> = {
    'of the staff': async () => (await createOrder(app())).id,
    'of a guest': async () => {
      const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
      const body = { items: itemsOf([await createProduct(app())]), email: 'guest@example.com' };
      return (await app().call('/api/orders', { method: 'POST', key, body })).json.id;
    },
    'of a subscription’s goods': async () => {
      const product = await createProduct(app(), { stock: 5 });
      const plan = await createPlan(app(), { product_id: product.id });
      const { user_id: user } = await createSubscription(app(), { plan_id: plan.id });
      return (await app().call(`/api/orders?user_id=${user}`)).json.data[0].id;
    },
  };

  for (const [whose, placed] of Object.entries(PLACED)) {
    it(`are recorded for one ${whose}, by the rules and the instruction of that time`, async () => {
      await change('/api/shop/rules', { withdrawal_for: null, withdrawal_days: null, return_costs: null });
      await change('/api/shop', { withdrawal_notice: null });
      const first = await placed();
      await change('/api/shop/rules', { withdrawal_for: 'all', withdrawal_days: 30, return_costs: 'shop' });
      await change('/api/shop', { withdrawal_notice: 'You may withdraw within 30 days.' });
      const second = await placed();
      const { subscriptionId: firstOf, ...ofFirst } = await termsOf(first);
      const { subscriptionId: secondOf, ...ofSecond } = await termsOf(second);
      for (const id of [firstOf, secondOf]) expect(id !== null).to.equal(whose.includes('subscription'));
      const { subscriptionId: _none, ...statutory } = WithdrawalTerms.statutory;
      expect(ofFirst).to.deep.equal({ ...statutory, isInformed: false });
      expect(ofSecond).to.deep.equal({
        ...{ appliesTo: 'all', days: 30, transportDays: 5, returnCosts: 'shop', isInformed: true },
      });
    });
  }
});

describe('an order that is older than the terms of withdrawal', () => {
  it('has those of the law', async () => {
    const storage = await openPostgresStorage();
    const order = aGuestOrder({ withdrawalTerms: { ...WithdrawalTerms.statutory, days: 100 } });
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    await storage.database.pool.query('update orders set withdrawal_terms = null');
    expect((await storage.unitOfWork.run((tx) => tx.orders.get(order.id))).withdrawalTerms).to.deep.equal(
      WithdrawalTerms.statutory,
    );
    expect((await storage.orderQueries.find(order.id))?.withdrawalTerms).to.deep.equal(WithdrawalTerms.statutory);
    await storage.close();
  });
});
