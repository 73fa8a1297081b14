import { accessLevelOf, ownerFor } from '#core/access/ownership.ts';
import { requireLastingSession } from '#core/access/steps/require-lasting-session.ts';
import type { Declined } from '#core/payments/call-outcomes.ts';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import { Payable } from '#core/payments/payable.ts';
import type { BeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, dryRunUnsupported, invalid } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { recordSale } from '#core/shop/steps/record-sale.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { PriceBill, PricedBill } from '../price-bill.ts';
import { lockCustomer, requireWithinLimits } from '../steps/customer-limits.ts';
import { addPending, reportFirstCharge } from '../steps/first-charge.ts';
import { priceStart, type Start, type StartTerms } from '../steps/price-start.ts';
import { storeStep } from '../steps/store-step.ts';
import { limitUnpaidGoods } from '../steps/unpaid-goods.ts';
import { SubscribedPlan } from '../subscribed-plan.ts';
import type { Subscription } from '../subscription.ts';
import { methodRequired, restrictedField, unknownPlan } from '../subscription-errors.ts';
import { type ChooseMethod, lockUsable, type MethodChoice } from './choose-method.ts';
import type { ChangePreview, PreviewChange } from './preview-subscription.ts';

type Command = StartTerms &
  Readonly<{
    /** Who is billed; the caller if omitted. */
    userId?: Id<'usr'> | undefined;
    /** The user’s default one if omitted. */
    method?: MethodChoice | undefined;
    isDryRun: boolean;
  }> &
  Pick<Parameters<CreatePayment>[1], 'returnUrl' | 'address' | 'idempotency'>;

/**
 * Starts a subscription, and charges its first invoice unless nothing is due or the invoice is sent. If the charge is
 * declined, there is neither a subscription nor a numbered invoice.
 * @throws DomainError `payment_declined`, `validation_failed`, `unknown_reference`.
 */
export type CreateSubscription = (
  actor: Actor,
  command: Command,
) => Promise<Work<CreatedSubscription, SubscriptionsTx>>;

/** `preview`: only of a dry run, which charges nothing. */
type CreatedSubscription = Readonly<{ subscription: Subscription; preview: ChangePreview | undefined }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  priceBill: PriceBill;
  createPayment: CreatePayment;
  beginPayment: BeginPayment;
  chooseMethod: ChooseMethod;
  previewChange: PreviewChange;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

export const makeCreateSubscription =
  (deps: Deps): CreateSubscription =>
  async (caller, command) => {
    const userId = ownerFor(caller, 'subscriptions:write', command.userId);
    const isStaff = accessLevelOf(caller, 'subscriptions:write') === 'all';
    if (!isStaff) requireOwnTerms(command);
    const start = await priceStart(deps, { userId, client: countedClient(caller) }, command);
    requireChargeable(command, start);
    // a caller who may start subscriptions may have them charged
    const payer: Actor = isStaff ? { ...caller, scopes: new Set([...caller.scopes, 'payments:write']) } : caller;
    const chosen = await chooseIn(deps, payer, { command, start });
    const paymentMethodId = chosen === undefined || 'kind' in chosen ? null : chosen.id;
    const chosenStart = { ...start, subscription: { ...start.subscription, paymentMethodId } };
    const { charged } = start;
    const preview = command.isDryRun ? await deps.previewChange(start.subscription, () => start) : undefined;
    const work =
      charged === undefined || command.isDryRun
        ? storeUncharged(deps, caller, chosenStart)
        : await chargeFirst(deps, { caller, payer }, { command, start: { ...chosenStart, charged }, chosen });
    return async (tx) => ({ subscription: await work(tx), preview });
  };

/** Customers cannot choose what costs less. */
const requireOwnTerms = ({ trialDays, collection }: Command): void => {
  const errors = [
    ...(trialDays === undefined ? [] : [restrictedField('trial_days')]),
    ...(collection === 'charge' ? [] : [restrictedField('collection', 'charge')]),
  ];
  if (errors.length > 0) throw invalid(errors);
};

/** @throws DomainError `validation_failed` without a payment method to charge, and for a dry run that would save one. */
const requireChargeable = ({ method, isDryRun }: Command, { charged, defaultMethodId }: Start): void => {
  const isCharged = charged !== undefined;
  if (isCharged && method === undefined && defaultMethodId === null) throw methodRequired();
  if (isDryRun && method?.token !== undefined) throw dryRunUnsupported(SAVES_METHOD);
};

const SAVES_METHOD = 'The request saves a payment method at its gateway, which cannot be rolled back.';

type Chosen = PaymentMethod | Declined | undefined;

type Choice = Readonly<{ command: Command; start: Start }>;

/** The chosen method; the decline of a token that is not saved, which is the outcome of the payment of what is due. */
const chooseIn = async ({ chooseMethod }: Deps, payer: Actor, { command, start }: Choice): Promise<Chosen> => {
  const { method: choice, returnUrl, address, idempotency } = command;
  if (choice === undefined) return undefined;
  const { userId } = start.subscription;
  return chooseMethod(payer, { choice, userId, returnUrl, address, idempotency }).catch((error: unknown): Declined => {
    const isDeclined = error instanceof DomainError && error.code === 'payment_declined';
    if (start.charged === undefined || !isDeclined) throw error;
    return { kind: 'declined', code: String(error.details['decline_code']), message: error.message };
  });
};

/**
 * Locks what a new subscription refers to, so that an erasure, a deletion or another subscription waits.
 * @returns the client to record with goods that are reserved.
 */
const lockTerms = async (
  tx: SubscriptionsTx,
  caller: Actor,
  {
    subscription: { userId, plan, paymentMethodId },
    offeredDays: trialDays,
    taken: quantity,
  }: Pick<Start, 'subscription' | 'offeredDays' | 'taken'>,
): Promise<string | null> => {
  await lockCustomer(tx, userId);
  await requireLastingSession(tx, caller);
  const limited = await limitUnpaidGoods(tx, caller, { userId, quantity });
  const current = await tx.plans.lockForShare(plan.planId);
  if (current === undefined) throw unknownPlan();
  // it may be archived since
  SubscribedPlan.of(current, plan.quantity);
  await requireWithinLimits(tx, current, { userId, trialDays });
  if (paymentMethodId !== null) await lockUsable(tx, paymentMethodId, userId);
  return limited;
};

const storeUncharged =
  ({ clock, ids }: Deps, caller: Actor, { subscription, bill, ...start }: Start): Work<Subscription, SubscriptionsTx> =>
  async (tx) => {
    const { priced, invoiceId, rules, at } = start;
    await recordSale(tx, rules);
    const client = await lockTerms(tx, caller, { subscription, ...start });
    const step = { subscription, bill };
    return storeStep(tx, caller, { before: null, step, priced, invoiceId, client, clock, ids, at });
  };

type FirstCharge = Readonly<{ command: Command; start: Start & Readonly<{ charged: PricedBill }>; chosen: Chosen }>;

/** Charges the first invoice. The subscription is stored with the payment, before the gateway is called. */
const chargeFirst = async (
  { createPayment, beginPayment, clock }: Deps,
  { caller, payer }: Readonly<{ caller: Actor; payer: Actor }>,
  { command, start, chosen }: FirstCharge,
): Promise<Work<Subscription, SubscriptionsTx>> => {
  const { returnUrl, address, idempotency } = command;
  const { subscription, bill, charged: priced, invoiceId, rules, at } = start;
  const request = {
    ...sourceOf(chosen, { command, start }),
    payableId: invoiceId,
    captureMethod: 'automatic',
    returnUrl,
    metadata: {},
    address,
    idempotency,
  } as const;
  const paying = await createPayment(payer, request, async (tx: SubscriptionsTx, prepared) => {
    await recordSale(tx, rules);
    const client = await lockTerms(tx, caller, start);
    const expiresAfter = ShopRules.orderExpiryMs(rules);
    const pending = { subscription, bill, priced, invoiceId, client, expiresAfter, at };
    const draft = await addPending(tx, caller, pending);
    return beginPayment(tx, Payable.ofInvoice(draft), prepared);
  });
  return async (tx) => {
    const { payment } = await paying(tx);
    return reportFirstCharge(tx, caller, { payment, at: clock.now() });
  };
};

const sourceOf = (chosen: Chosen, { command: { method: choice }, start: { defaultMethodId } }: Choice) => {
  if (chosen !== undefined && 'kind' in chosen) {
    return { token: choice?.token, gateway: choice?.gateway, decline: chosen };
  }
  const id = chosen?.id ?? defaultMethodId;
  if (id === null) throw methodRequired();
  return { method: { id, isOffSession: false } };
};
