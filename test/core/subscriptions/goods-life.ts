import fc from 'fast-check';
import type { Invoice } from '#core/invoices/invoice.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { PRORATIONS } from '#core/subscriptions/change-subscription.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import type { SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { makeChangeSubscription } from '#core/subscriptions/use-cases/change-subscription.ts';
import { makeChooseMethod } from '#core/subscriptions/use-cases/choose-method.ts';
import { makePreviewChange } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { makeStepSubscription, makeTakeStep } from '#core/subscriptions/use-cases/step-subscription.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { openBilling } from './billing-under-test.ts';

const STOCK = 1_000_000;

const BOX = aProduct({ name: 'Box', stock: STOCK });
const CRATE = aProduct({ name: 'Crate', stock: STOCK });
const BAG = aProduct({ name: 'Bag', stock: STOCK });
const LICENCE = aProduct({ name: 'Licence', stock: null });

const PLANS = [
  aPlan({ name: 'Boxes', amount: 9.99, product_id: BOX.id }),
  aPlan({ name: 'Crates', amount: 7.77, product_id: CRATE.id }),
  aPlan({ name: 'Bags', amount: 3.33, interval: 'day', interval_count: 3, product_id: BAG.id }),
  aPlan({ name: 'Licences', amount: 5.01, product_id: LICENCE.id }),
  aPlan({ name: 'Support', amount: 61.03, interval: 'year' }),
  aPlan({ name: 'Watch', amount: 2.99, interval: 'week', after_dunning: 'cancel' }),
];

/** What a unit costs, in cents. */
export const CENTS: Readonly<Record<string, number>> = {
  ...{ Boxes: 999, Crates: 777, Bags: 333, Licences: 501, Support: 6103, Watch: 299 },
};

/** What a unit of the goods costs, in cents. */
export const UNIT_CENTS: Readonly<Record<string, number>> = { Box: 999, Crate: 777, Bag: 333 };

export const GOODS: readonly string[] = ['Boxes', 'Crates', 'Bags'];

const OPS = ['pay', 'void', 'cancel_later', 'undo_cancel', 'pass'] as const;

/** What moves periods, too. */
const ALL_OPS = [...OPS, 'pause', 'pause_later', 'resume', 'resume', 'skip', 'method'] as const;

const lifeOf = (plans: readonly Plan[], kinds: readonly (typeof ALL_OPS)[number][]) => {
  const op = fc.record({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant('change' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...kinds) },
    ),
    hours: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 40 * 24 })),
    plan: fc.constantFrom(...plans),
    quantity: fc.integer({ min: 0, max: 9 }),
    proration: fc.constantFrom('prorate', ...PRORATIONS.filter((mode) => mode !== 'none')),
  });
  return fc.record({
    plan: fc.constantFrom(...plans),
    quantity: fc.integer({ min: 1, max: 9 }),
    accepted: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    /** Whether the customer cancels in the end. */
    ends: fc.boolean(),
    ops: fc.array(op, { minLength: 1, maxLength: 40, size: 'max' }),
  });
};

export const life = lifeOf(PLANS, OPS);

/** Of plans with goods alone, and whatever a customer can do. */
export const lifeOfGoods = lifeOf(
  PLANS.filter(({ name }) => GOODS.includes(name)),
  ALL_OPS,
);

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** From when on a plan was used, and in which period. */
export type Used = Readonly<{ name: string; quantity: number; from: number; period: number }>;

type PlacedOrder = Readonly<{
  payment_status: string;
  metadata: Readonly<{ invoice_id?: string }>;
  items: readonly Readonly<{ name: string; quantity: number }>[];
}>;

export type Books = Readonly<{
  orders: readonly PlacedOrder[];
  invoices: readonly Invoice[];
  /** What the gateway has captured, in cents. */
  received: number;
  used: readonly Used[];
  /** What is taken from the stock and not ordered. */
  held: number;
  /** Whether its goods are still waited for. */
  isOver: boolean;
}>;

/** Lives by the real use cases and the billing run. @param check Sees the books after each request. */
export const lived = async (shape: Life, check: (books: Books) => void): Promise<void> => {
  const shop = await openBilling();
  const { unitOfWork, clock } = shop;
  let next = 0;
  let isCustomer = false;
  shop.replaceSandbox({
    authorize: async (request) => {
      if (isCustomer || shape.accepted[next++ % shape.accepted.length]) return shop.sandbox.authorize(request);
      return { kind: 'declined', code: 'generic_decline', message: 'The card was declined.', reference: null };
    },
  });
  await unitOfWork.run(async (tx) => {
    for (const product of [BOX, CRATE, BAG, LICENCE]) await tx.products.add(product);
    for (const plan of PLANS) if (plan !== shape.plan) await tx.plans.add(plan);
  });
  const { plan, quantity } = shape;
  const { id } = await shop.subscribe({ paymentMethodId: await shop.saveMethod(), quantity, trialDays: 1 }, plan);
  const priceBill = makePriceBill({ unitOfWork, priceLines: shop.priceLines, shop: shop.shopQueries });
  const takeStep = makeTakeStep({ ...shop, priceBill });
  const changeSubscription = makeChangeSubscription({
    ...{ unitOfWork, takeStep, previewChange: makePreviewChange({ ...shop, priceBill }) },
    chooseMethod: makeChooseMethod({ unitOfWork, savePaymentMethod: shop.methods.save }),
  });
  const stepSubscription = makeStepSubscription({ takeStep });
  const current = () => shop.current({ id });

  const used: Used[] = [];
  /** Notes a plan or a period that began; a change begins now, and what comes by itself with its period. */
  const watch = async (isChange: boolean): Promise<void> => {
    const { plan: subscribed, period, status } = await current();
    if (status === 'trialing') return;
    const name = PLANS.find((each) => each.id === subscribed.planId)?.name ?? '';
    const start = period.start.getTime();
    const from = isChange ? Math.max(start, clock.now().getTime()) : start;
    const last = used.at(-1);
    const isSame = last?.name === name && last.quantity === subscribed.quantity && last.period === start;
    if (!isSame) used.push({ name, quantity: subscribed.quantity, from, period: start });
  };
  const pass = async (hours: number): Promise<void> => {
    const until = clock.now().getTime() + hours * 3_600_000;
    for (;;) {
      const due = (await shop.subscriptionQueries.nextDue(new Date(0)))?.getTime() ?? Infinity;
      if (due > until) break;
      clock.advance(Math.max(0, due - clock.now().getTime()) / 1_000);
      await shop.runAll();
      await watch(false);
    }
    clock.advance(Math.max(0, until - clock.now().getTime()) / 1_000);
  };
  const tolerant = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  };
  const usual = { expected: undefined, returnUrl: null, address: '', idempotency: null } as const;
  const step = async (action: SubscriptionAction, atPeriodEnd: boolean) => {
    const work = await stepSubscription(shop.actor, { id, action, atPeriodEnd, expected: undefined });
    return unitOfWork.run(work);
  };
  const openInvoices = () => unitOfWork.run((tx) => tx.invoices.listOpenOf(id));
  const ACTS = {
    pass: async () => undefined,
    change: async ({ plan: to, quantity: wanted, proration }: Life['ops'][number]) => {
      const patch = { planId: to.id, quantity: wanted };
      const work = await changeSubscription(shop.actor, { id, patch, proration, isDryRun: false, ...usual });
      await unitOfWork.run(work);
    },
    pay: async () => {
      isCustomer = true;
      for (const invoice of await openInvoices()) await tolerant(() => shop.payInvoice(invoice.id, 'tok_success'));
      isCustomer = false;
    },
    void: async () => {
      const [oldest] = await openInvoices();
      if (oldest !== undefined) await shop.stepInvoice(oldest.id, 'void');
    },
    cancel_later: () => step('cancel', true),
    undo_cancel: () => step('undo_cancel', false),
    pause: () => step('pause', false),
    pause_later: () => step('pause', true),
    resume: () => step('resume', false),
    skip: () => step('skip', false),
    method: async () => {
      const method = { id: await shop.saveMethod() };
      await unitOfWork.run(await changeSubscription(shop.actor, { id, patch: {}, method, isDryRun: false, ...usual }));
    },
  };
  const books = async (): Promise<Books> => {
    const { items } = await shop.orderQueries.list({ filter: {}, page: { limit: 10_000 } });
    const orders: PlacedOrder[] = items.map((item) => JSON.parse(item));
    const invoices = await allInvoices();
    const payments = (await Promise.all(invoices.map((each) => shop.paymentsOfInvoice(each.id)))).flat();
    const charges = await Promise.all(payments.map((payment) => shop.sandbox.find(payment.id)));
    const received = charges.reduce((sum, charge) => sum + Number(charge?.captured.minor ?? 0n), 0);
    const { status } = await current();
    const isOver = status === 'cancelled' || status === 'unpaid';
    return { orders, invoices, received, used, held: await held(orders), isOver };
  };
  const held = async (orders: readonly PlacedOrder[]): Promise<number> => {
    const ids = [BOX.id, CRATE.id, BAG.id];
    const products = await unitOfWork.run((tx) => tx.products.getMany({ ids, skus: [] }));
    const taken = products.reduce((sum, { stock }) => sum + STOCK - (stock ?? 0), 0);
    return orders.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum - quantity, taken);
  };
  const allInvoices = async () => {
    const { items } = await shop.invoiceQueries.list({ filter: { subscription_id: id }, page: { limit: 10_000 } });
    const ids = items.map((item) => JSON.parse(item).id);
    return unitOfWork.run((tx) => Promise.all(ids.map((each) => tx.invoices.get(each))));
  };

  await pass(25);
  for (const asked of shape.ops) {
    await pass(asked.hours);
    // two requests begin no period at the same time
    clock.advance(0.001);
    await tolerant(() => ACTS[asked.kind](asked));
    await watch(asked.kind === 'change');
    await pass(0);
    check(await books());
  }
  if (shape.ends) await tolerant(() => step('cancel', false));
  await ACTS.pay();
  check(await books());
};
