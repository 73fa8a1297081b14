import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { MemoryStore } from '#adapters/memory/store/memory-store.ts';
import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import { makePriceLines } from '#core/invoices/price-lines.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { DunningSchedule } from '#core/subscriptions/dunning.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { makeChangeSubscription } from '#core/subscriptions/use-cases/change-subscription.ts';
import { makeChargeInvoice } from '#core/subscriptions/use-cases/charge-invoice.ts';
import { makeChargeSubscription } from '#core/subscriptions/use-cases/charge-subscription.ts';
import { makeChooseMethod } from '#core/subscriptions/use-cases/choose-method.ts';
import { makeCreateSubscription } from '#core/subscriptions/use-cases/create-subscription.ts';
import { makeExpireIncomplete } from '#core/subscriptions/use-cases/expire-incomplete.ts';
import { makePreviewChange } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { makeRunDueSubscription } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import { makeRunDueSubscriptions } from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import { makeStepSubscription, makeTakeStep } from '#core/subscriptions/use-cases/step-subscription.ts';
import type { User } from '#core/users/user.ts';
import { makeBillingPayments } from './billing-payments.ts';

/** What the billing of every subscriber depends on. */
export type BillingTerms = Readonly<{
  ids: IdGenerator;
  pricing: OrderPricing;
  encryption: TextEncryption;
  schedule: DunningSchedule;
  shop: Shop;
  plans: readonly Plan[];
}>;

/** A clock that is set. */
type SetClock = BusinessClock & SystemClock & Readonly<{ set(at: Date): void }>;

const LOG: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: ({ err }: Readonly<{ err?: unknown }>) => {
    throw err instanceof Error ? err : new Error('The billing of the demo shop failed.');
  },
};

/** How long a call of the sandbox takes. */
const LATENCY_MS = 700;

/**
 * The service's own billing for one customer, on a storage in memory and a sandbox of its own: what happens there is as
 * the service would write it.
 */
export const openSubscriptionBilling = async (user: User, terms: BillingTerms) => {
  const { ids, schedule, encryption, pricing } = terms;
  const store = new MemoryStore();
  const { unitOfWork, shopQueries: shop } = makeMemoryStorage(ids, store);
  const clock = makeSetClock();
  store.users.set(user.id, user);
  for (const plan of terms.plans) store.plans.set(plan.id, plan);
  await unitOfWork.run(async (tx) => tx.shop.save({ ...terms.shop, version: (await tx.shop.get()).version + 1 }));
  const record = makeMemorySandboxRecord();
  const sandbox = withLatency(makeSandboxGateway({ record, secret: '', publicUrl: () => '' }), clock);
  const clocks = { clock, systemClock: clock };
  const deps = {
    ...clocks,
    unitOfWork,
    ids,
    log: LOG,
    encryption,
    schedule,
    gateways: new Map([['sandbox', sandbox]]),
  };
  const { beginPayment, createPayment, replaceOpen, savePaymentMethod } = makeBillingPayments(deps);
  const priceBill = makePriceBill({ unitOfWork, shop, priceLines: makePriceLines({ pricing, ids }) });
  const chargeInvoice = makeChargeInvoice({ unitOfWork, createPayment });
  const expire = makeExpireIncomplete({ ...deps, replaceOpen });
  const charge = makeChargeSubscription({ ...deps, chargeInvoice, chargeInGroups: chargeInvoice });
  const runDue = makeRunDueSubscription({ ...deps, priceBill, beginPayment, expire, charge });
  const chooseMethod = makeChooseMethod({ unitOfWork, savePaymentMethod });
  const takeStep = makeTakeStep({ ...deps, priceBill });
  return {
    ...{ store, clock, unitOfWork, record },
    subscribe: makeCreateSubscription({ ...deps, priceBill, chooseMethod, beginPayment, createPayment }),
    change: makeChangeSubscription({
      unitOfWork,
      chooseMethod,
      takeStep,
      previewChange: makePreviewChange({ ...deps, priceBill }),
    }),
    step: makeStepSubscription({ takeStep }),
    runDue: makeRunDueSubscriptions({ ...deps, runDue, owner: 'demo shop', observe: () => {} }).run,
  };
};

export type SubscriptionBilling = Awaited<ReturnType<typeof openSubscriptionBilling>>;

const makeSetClock = (): SetClock => {
  let now = new Date(0);
  return {
    isBusinessTime: true,
    isSystemTime: true,
    now: () => now,
    set: (at) => {
      now = at;
    },
  };
};

/** A gateway whose authorizations take time. */
const withLatency = (gateway: PaymentGateway, clock: SetClock): PaymentGateway => ({
  ...gateway,
  authorize: (request) => {
    clock.set(new Date(clock.now().getTime() + LATENCY_MS));
    return gateway.authorize(request);
  },
});
