import { expect } from 'chai';
import type { Id } from '#core/shared/id.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Billing, openBilling } from './billing-under-test.ts';

const MINUTE = 60;

describe('the first charge of a subscription', () => {
  let shop: Billing;
  let plan: Plan;

  beforeEach(async () => {
    shop = await openBilling();
    plan = aPlan();
    await shop.unitOfWork.run((tx) => tx.plans.add(plan));
  });

  const subscribe = async (id: Id<'pm'>, planId = plan.id, key = 'subscribe'): Promise<Subscription> => {
    const work = await shop.createSubscription(shop.actor, {
      planId,
      quantity: 3,
      method: { id },
      collection: 'charge',
      discountCodes: [],
      taxId: null,
      billingAddress: null,
      metadata: {},
      returnUrl: null,
      address: '192.0.2.1',
      idempotency: { key, fingerprint: 'the same' },
      isDryRun: false,
    });
    return (await shop.unitOfWork.run(work)).subscription;
  };

  const listed = async (): Promise<{ id: Id<'sub'>; status: string }[]> => {
    const { items } = await shop.subscriptionQueries.list({ filter: {}, page: { limit: 10 } });
    return items.map((item) => JSON.parse(item));
  };
  const invoices = async (): Promise<string[]> => {
    const { items } = await shop.invoiceQueries.list({ filter: {}, page: { limit: 10 } });
    return items.map((item) => JSON.parse(item)).map(({ status, number }) => `${status} ${number}`);
  };
  const typesOf = async (id: Id): Promise<string[]> => (await shop.eventsOf(id)).map(({ type }) => type);

  /** Expects that the process dies. */
  const dying = async (request: Promise<unknown>): Promise<void> => {
    const error = await request.catch((reason: unknown) => reason);
    expect(error).to.include({ message: 'The process has ended.' });
  };

  /** Lets reconciliation run for some minutes, and then for a day and a half. */
  const reconcile = async (): Promise<void> => {
    for (const seconds of [...Array(5).fill(MINUTE), ...Array(36).fill(60 * MINUTE)]) {
      shop.clock.advance(seconds);
      await shop.reconcile();
      await shop.runAll();
    }
  };

  for (const at of ['before asking', 'before recording'] as const) {
    it(`is made once although the process dies ${at}, and repeating the request finds the subscription`, async () => {
      const method = await shop.saveMethod();
      shop.death.at = at;
      await dying(subscribe(method));
      expect((await listed()).map(({ status }) => status)).to.deep.equal(['incomplete']);
      delete shop.death.at;
      await reconcile();
      const [subscription, ...others] = await listed();
      expect(others).to.deep.equal([]);
      expect(subscription).to.include({ status: 'active' });
      expect(await invoices()).to.deep.equal(['paid INV-000001']);
      expect((await subscribe(method)).id).to.equal(subscription?.id);
      expect(await typesOf(subscription?.id ?? 'sub_')).to.deep.equal(['subscription.created']);
      const movements = await shop.movementsOf(subscription ?? { id: 'sub_' });
      expect(movements.map(({ kind }) => kind)).to.deep.equal(['new']);
    });

    it(`leaves nothing when it is declined after the process has died ${at}`, async () => {
      const method = await shop.saveMethod('tok_saved_then_declined');
      // its first charge succeeds
      await shop.subscribe({ paymentMethodId: method, trialDays: 1 });
      await shop.pass(1);
      shop.death.at = at;
      await dying(subscribe(method));
      const [pending] = await listed();
      delete shop.death.at;
      await reconcile();
      expect(await listed()).to.have.length(1);
      expect(await shop.movementsOf(pending ?? { id: 'sub_' })).to.deep.equal([]);
      expect(await invoices()).to.deep.equal(['void null', 'paid INV-000001']);
      expect(await rejectionOf(subscribe(method))).to.include({ code: 'payment_declined' });
    });
  }

  it('is not made while the gateway cannot be reached, and leaves nothing', async () => {
    const method = await shop.saveMethod();
    shop.failures.isDown = true;
    expect(await rejectionOf(subscribe(method))).to.include({ code: 'gateway_error' });
    expect(await listed()).to.deep.equal([]);
    expect(await invoices()).to.deep.equal(['void null']);
    shop.failures.isDown = false;
    expect((await subscribe(method)).status).to.equal('active');
  });

  it('leaves the subscription incomplete while its outcome is unknown', async () => {
    const method = await shop.saveMethod();
    shop.failures.lostResponses = 1;
    const subscription = await subscribe(method);
    expect(subscription).to.include({ status: 'incomplete', redirectUrl: null });
    await reconcile();
    expect((await listed()).map(({ status }) => status)).to.deep.equal(['active']);
    expect(await typesOf(subscription.id)).to.deep.equal(['subscription.created', 'subscription.updated']);
    expect(await invoices()).to.deep.equal(['paid INV-000001']);
  });

  it('returns the goods to the stock unless it succeeds', async () => {
    const product = aProduct({ stock: 8 });
    const box = aPlan({ product_id: product.id });
    await shop.unitOfWork.run(async (tx) => {
      await tx.products.add(product);
      await tx.plans.add(box);
    });
    const stock = () => shop.unitOfWork.run(async (tx) => (await tx.products.get(product.id)).stock);
    const method = await shop.saveMethod('tok_saved_then_declined');
    shop.failures.isDown = true;
    await rejectionOf(subscribe(method, box.id));
    expect(await stock()).to.equal(8);
    shop.failures.isDown = false;
    await subscribe(method, box.id);
    expect(await stock()).to.equal(5);
    expect(await rejectionOf(subscribe(method, box.id, 'another'))).to.include({ code: 'payment_declined' });
    expect(await stock()).to.equal(5);
  });
});
