import type { Invoice, InvoiceId } from '#core/invoices/invoice.ts';
import { makePriceLines } from '#core/invoices/price-lines.ts';
import { makeStepInvoice, type StepInvoice } from '#core/invoices/use-cases/step-invoice.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { Id } from '#core/shared/id.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import type { startSubscription } from '#core/subscriptions/start-subscription.ts';
import { recordMovements } from '#core/subscriptions/steps/store-step.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { makeChargeInvoice } from '#core/subscriptions/use-cases/charge-invoice.ts';
import { makeChargeSubscription } from '#core/subscriptions/use-cases/charge-subscription.ts';
import { makeChooseMethod } from '#core/subscriptions/use-cases/choose-method.ts';
import { makeCreateSubscription } from '#core/subscriptions/use-cases/create-subscription.ts';
import { makeExpireIncomplete } from '#core/subscriptions/use-cases/expire-incomplete.ts';
import { makeFollowDefaultMethod } from '#core/subscriptions/use-cases/follow-default-method.ts';
import { makeFollowInvoice } from '#core/subscriptions/use-cases/follow-invoice.ts';
import { makePreviewChange } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { makeRunDueSubscription } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import { makeRunDueSubscriptions } from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import { anActor, aUser } from '../../support/builders/builders.ts';
import { withCredential } from '../../support/builders/credentials.ts';
import { plainPricing } from '../../support/builders/order-pricing.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { openPayments } from '../payments/payments-under-test.ts';

const DAY = 86_400;

const MAX_STEPS = 10_000;

/** The billing run on memory storage and the sandbox, with a customer and a clock that the tests advance. */
export const openBilling = async () => {
  const shop = await openPayments();
  const { unitOfWork, clock, ids } = shop;
  const user = aUser();
  await unitOfWork.run((tx) => tx.users.add(user));
  const actor = await withCredential(unitOfWork, anActor(user));
  shop.methodListeners.push(makeFollowDefaultMethod({ clock }));
  shop.listeners.push(makeFollowInvoice({ clock, ids, shop: shop.shopQueries }));
  const crash: { beforeCharge?: boolean } = {};
  const chargeNow = makeChargeInvoice({ unitOfWork, createPayment: shop.createPayment });
  const chargeInvoice: typeof chargeNow = (charged) =>
    crash.beforeCharge ? Promise.reject(new Error('The process has ended.')) : chargeNow(charged);
  const charging = { chargeInvoice, chargeInGroups: chargeInvoice };
  const charge = makeChargeSubscription({ unitOfWork, clock, ...charging });
  const expire = makeExpireIncomplete({ unitOfWork, clock, replaceOpen: shop.replaceOpen });
  const priceLines = makePriceLines({
    ...{ pricing: plainPricing, ids },
    rules: async () => ({ pricesIncludeTax: false, rounding: 'total' }),
  });
  const meanwhile: { afterPricing?: () => Promise<unknown> } = {};
  const price = makePriceBill({ unitOfWork, priceLines, shop: shop.shopQueries });
  const priceBill: typeof price = async (billed) => {
    const priced = await price(billed);
    await meanwhile.afterPricing?.();
    return priced;
  };
  const steps: string[] = [];
  const runner = (owner: string): (() => Promise<void>) => {
    const runDue = makeRunDueSubscription({ ...shop, priceBill, charge, expire });
    const observe = ({ step, outcome }: Readonly<{ step: string; outcome: string }>) => {
      steps.push(`${step} ${outcome}`);
      if (steps.length > MAX_STEPS) throw new Error('The billing run does not end.');
    };
    return makeRunDueSubscriptions({ unitOfWork, runDue, owner, log: shop.log, observe, clock, systemClock: clock })
      .run;
  };
  const runAll = runner('one');
  const saveMethod = async (token = 'tok_success'): Promise<Id<'pm'>> => {
    const command = { token, returnUrl: null, address: '192.0.2.1', idempotency: null };
    return (await unitOfWork.run(await shop.methods.save(actor, command))).id;
  };
  const chooseMethod = makeChooseMethod({ unitOfWork, savePaymentMethod: shop.methods.save });
  const createSubscription = makeCreateSubscription({
    ...shop,
    priceBill,
    chooseMethod,
    previewChange: makePreviewChange({ ...shop, priceBill }),
  });
  return {
    ...shop,
    user,
    actor,
    createSubscription,
    runner,
    /** What ran, with its outcomes. */
    steps,
    runAll,
    saveMethod,
    priceLines,
    /** What others do between the pricing of a bill and its transaction. */
    meanwhile,
    /** Whether the process dies between a bill and its charge. */
    crash,
    stepInvoice: (id: InvoiceId, decision: Parameters<StepInvoice>[1]['decision']) =>
      unitOfWork.run(makeStepInvoice(shop)(shop.staff, { id, decision, expected: undefined })),
    /** Starts a trial of a day, after which the subscription is billed. */
    subscribe: async (
      fields: Partial<Parameters<typeof startSubscription>[0]> = {},
      plan: Plan = aPlan(),
    ): Promise<Subscription> => {
      const start = { plan, userId: user.id, trialDays: 1, at: clock.now(), ...fields };
      const { subscription } = aStart(start);
      await unitOfWork.run(async (tx) => {
        await tx.plans.add(plan);
        await tx.subscriptions.add(subscription);
        await recordMovements(tx, { before: null, after: subscription });
      });
      return subscription;
    },
    /** The payments of an invoice, the oldest first. */
    paymentsOfInvoice: async (id: InvoiceId): Promise<readonly Payment[]> => {
      const { items } = await shop.paymentQueries.list({ filter: { invoice_id: id }, page: { limit: 100 } });
      const found = await unitOfWork.run((tx) =>
        Promise.all(items.map((item) => tx.payments.get(JSON.parse(item).id))),
      );
      return found.toReversed();
    },
    /** Pays an invoice as its customer does. */
    payInvoice: async (payableId: InvoiceId, token: string): Promise<void> => {
      const usual = {
        captureMethod: 'automatic',
        returnUrl: null,
        metadata: {},
        address: '',
        idempotency: null,
      } as const;
      await unitOfWork.run(await shop.createPayment(actor, { ...usual, payableId, token }));
    },
    /** Lets days pass, running what is due on each. */
    pass: async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        clock.advance(DAY);
        await runAll();
      }
    },
    current: ({ id }: Pick<Subscription, 'id'>) => unitOfWork.run((tx) => tx.subscriptions.get(id)),
    movementsOf: ({ id }: Pick<Subscription, 'id'>) => unitOfWork.run((tx) => tx.subscriptionMovements.listOf([id])),
    invoicesOf: async ({ id }: Pick<Subscription, 'id'>): Promise<readonly Invoice[]> => {
      const { items } = await shop.invoiceQueries.list({ filter: { subscription_id: id }, page: { limit: 100 } });
      const found = await unitOfWork.run((tx) =>
        Promise.all(items.map((item) => tx.invoices.get(JSON.parse(item).id))),
      );
      return found.toReversed();
    },
  };
};

export type Billing = Awaited<ReturnType<typeof openBilling>>;
