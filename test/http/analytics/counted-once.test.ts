import { expect } from 'chai';
import { csvOf, importFile } from '../../support/builders/imports.ts';
import {
  createOrder,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  order,
  orderStep,
  patchProduct,
  signIn,
} from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { createWebhook, endedDeliveries, LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

/** The figure of the last 30 days, and of each of them in a time zone. */
type Figure = Readonly<{ total: number; sum: number }>;

/** Reads figures of the last 30 days. */
const figuresOf = (app: () => TestApp) => {
  const figure = async (report: 'users' | 'business', name: string): Promise<Figure> => {
    const { status, json } = await app().call(`/api/analytics/${report}?timezone=Asia/Kathmandu`);
    expect(status, JSON.stringify(json)).to.equal(200);
    const days = json.series.map((day: Record<string, number>) => Number(day[name]));
    return { total: json.totals[name], sum: days.reduce((sum: number, each: number) => sum + each, 0) };
  };

  /** Expects that a figure grows by a number, and by no more. */
  const expectMore = async (
    report: 'users' | 'business',
    name: string,
    { by, when }: Readonly<{ by: number; when: () => Promise<unknown> }>,
  ): Promise<void> => {
    const before = await figure(report, name);
    await when();
    await eventually(`${name} are counted`, async () => (await figure(report, name)).total >= before.total + by);
    const after = await figure(report, name);
    expect(after.total - before.total).to.equal(by);
    expect(after.sum).to.equal(after.total);
  };

  return { figure, expectMore };
};

/** Signs in, and expects that each success is counted. */
const expectSignIns = async (app: () => TestApp): Promise<void> => {
  const { figure, expectMore } = figuresOf(app);
  const signIns = () => figure('users', 'sign_ins');
  const [customer, staff] = [await createUser(app()), await createUser(app(), { role: 'staff' })];
  const attempt = (body: object, query = '') => app().call(`/api/auth${query}`, { method: 'POST', key: null, body });
  await eventually('the sign-in of the owner is counted', async () => (await signIns()).total > 0);
  const when = async () => {
    for (const user of [customer, customer, staff]) await signIn(app(), user);
    const credentials = { email: customer.email, password: PASSWORD };
    expect((await attempt({ ...credentials, password: 'wrong password' })).status).to.equal(401);
    expect((await attempt(credentials, '?dry_run=true')).status).to.be.below(300);
  };
  await expectMore('users', 'sign_ins', { by: 3, when });
};

onService(
  'what is counted once',
  ({ app }) => {
    const { expectMore } = figuresOf(app);
    const expectStockOuts = (by: number, when: () => Promise<unknown>) =>
      expectMore('business', 'stock_outs', { by, when });

    it('has sign-ins of customers and staff, and none that is refused or a dry run', () => expectSignIns(app));

    it('has stock-outs by orders, once for the last unit that several want', async () => {
      const product = await createProduct(app(), { stock: 3 });
      await expectStockOuts(1, async () => {
        const buy = () => order(app(), { items: itemsOf([product]) });
        const statuses = (await Promise.all(Array.from({ length: 6 }, buy))).map(({ status }) => status);
        expect(statuses.filter((status) => status === 201)).to.have.length(3);
      });
    });

    it('has stock-outs of each product and variant of an order', async () => {
      const parent = await createProduct(app());
      const variant = await createProduct(app(), { parent_id: parent.id, options: { size: 'M' }, stock: 1 });
      const [one, other] = [await createProduct(app(), { stock: 1 }), await createProduct(app(), { stock: 2 })];
      await expectStockOuts(2, () => createOrder(app(), { items: itemsOf([variant, one, other]) }));
    });

    it('has stock-outs by edits of orders, and again after a cancellation', async () => {
      const product = await createProduct(app(), { stock: 2 });
      const { id } = await createOrder(app(), { items: itemsOf([product]) });
      await expectStockOuts(1, async () => {
        const body = { items: itemsOf([product], 2) };
        const reply = await app().call(`/api/orders/${id}`, { method: 'PATCH', body });
        expect(reply.status, reply.text).to.equal(200);
      });
      await expectStockOuts(1, async () => {
        await orderStep(app(), id, 'cancel');
        await createOrder(app(), { items: itemsOf([product], 2) });
      });
    });

    it('has stock-outs by subscriptions', async () => {
      const product = await createProduct(app(), { stock: 3 });
      const plan = await createPlan(app(), { product_id: product.id });
      await expectStockOuts(1, () => createSubscription(app(), { plan_id: plan.id }));
    });

    it('has stock-outs by adjustments, changes and imports', async () => {
      const sku = 'sold-out';
      const { id } = await createProduct(app(), { stock: 2, sku });
      const restock = () => patchProduct(app(), id, { stock: 2 });
      await expectStockOuts(1, async () => {
        const body = { delta: -2, reason: 'damaged' };
        const reply = await app().call(`/api/products/${id}/stock_adjustments`, { method: 'POST', body });
        expect(reply.status, reply.text).to.equal(201);
      });
      await restock();
      await expectStockOuts(1, () => patchProduct(app(), id, { stock: 0 }));
      await restock();
      await expectStockOuts(1, async () => {
        const reply = await importFile(app(), csvOf('sku,stock', `${sku},0`));
        expect(reply.status, reply.text).to.be.below(300);
      });
      await expectStockOuts(1, async () => {
        await restock();
        await createProduct(app(), { stock: 0 });
        await patchProduct(app(), id, { stock: null });
        await patchProduct(app(), id, { stock: 0 });
        await restock();
        await patchProduct(app(), id, { stock: 0 });
      });
    });

    it('has webhooks that failed for good', async () => {
      const endpoint = await createWebhook(app());
      await expectMore('business', 'failed_webhooks', {
        by: 2,
        when: async () => {
          await createProduct(app());
          const [first] = await endedDeliveries(app(), endpoint.id);
          expect(first.status).to.equal('failed');
          const retry = `/api/webhooks/${endpoint.id}/deliveries/${first.id}/retry`;
          expect((await app().call(retry, { method: 'POST' })).status).to.be.below(300);
        },
      });
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);

onService(
  'without analytics, what is counted once',
  ({ app }) => {
    it('has sign-ins', () => expectSignIns(app));
  },
  { ANALYTICS: 'off' },
);
