import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import { Actor } from '#core/shared/actor.ts';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { storeStep } from '#core/subscriptions/steps/store-step.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { openBilling } from './billing-under-test.ts';

/** Lives a month from a trial on, with changes between two quantities. @returns its second invoice. */
const changedTimes = async (count: number): Promise<Invoice> => {
  const shop = await openBilling();
  const { unitOfWork, clock, ids } = shop;
  const plan = aPlan({ amount: 30 });
  const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod(), quantity: 1 }, plan);
  await shop.pass(1);
  const priceBill = makePriceBill({ unitOfWork, priceLines: shop.priceLines, shop: shop.shopQueries });
  for (let index = 0; index < count; index += 1) {
    clock.advance(60);
    const [before, at] = [await shop.current(subscription), clock.now()];
    const to = SubscribedPlan.of(plan, 1 + ((index + 1) % 2));
    const step = changeSubscription(before, { plan: to, proration: 'prorate', at });
    const priced = await priceBill({ subscription: before, bill: step.bill, at });
    await unitOfWork.run((tx) =>
      storeStep(tx, Actor.system, { before, step, priced, invoiceId: ids.next('inv'), clock, ids, at }),
    );
  }
  await shop.pass(31);
  const [, second] = await shop.invoicesOf(subscription);
  if (second === undefined) throw new Error('The second period was not billed.');
  return second;
};

/** What changes each minute from one unit to two and back cost, in cents: each is rounded to the cent. */
const costOfChanges = (count: number): number => {
  const minutes = 30 * 24 * 60;
  const rest = (units: number, minute: number) => Math.floor((units * 3_000 * (minutes - minute)) / minutes + 0.5);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = index % 2 === 0 ? [1, 2] : [2, 1];
    return rest(to, index + 1) - rest(from, index + 1);
  }).reduce((sum, cost) => sum + cost, 0);
};

describe('the lines of a subscription’s invoice', () => {
  it('name each change of a period', async () => {
    const { lines } = await changedTimes(10);
    expect(lines).to.have.length(21);
  });

  it('are at most 500, however often the plan changes', async () => {
    const invoice = await changedTimes(300);
    expect(invoice.lines.length).to.be.at.most(500);
    expect(invoice.lines.map(({ description }) => description)).to.deep.equal([
      'Team: unused time',
      'Team: remaining time',
      'Team',
    ]);
    expect(Number(Invoice.total(invoice).minor)).to.equal(3_000 + costOfChanges(300));
  });
});
