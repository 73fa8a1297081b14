import { ownerFor, unknownUser } from '#core/access/owner-for.ts';
import { accessLevelOf } from '#core/access/ownership.ts';
import type { Declined } from '#core/payments/call-outcomes.ts';
import type { PaymentMethod, PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, dryRunUnsupported, invalid } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { Transaction, UnitOfWork, Work } from '#core/storage.ts';
import type { Plan, PlanId } from '../plan.ts';
import { type PriceBill, totalOf } from '../price-bill.ts';
import { startSubscription } from '../start-subscription.ts';
import { SubscribedPlan } from '../subscribed-plan.ts';
import type { BilledStep, Collection, Subscription } from '../subscription.ts';
import { methodRequired, restrictedField, unknownPlan } from '../subscription-errors.ts';
import { methodOf } from './charge-subscription.ts';
import { type ChooseMethod, lockUsable, type MethodChoice } from './choose-method.ts';
import { addPending, reportFirstCharge } from './first-charge.ts';
import { storeStep } from './store-step.ts';

type Command = Readonly<{
  /** Who is billed; the caller if omitted. */
  userId?: Id<'usr'> | undefined;
  planId: PlanId;
  quantity: number;
  /** The user’s default one if omitted. */
  method?: MethodChoice | undefined;
  /** That of the plan if omitted. */
  trialDays?: number | undefined;
  collection: Collection;
  discountCodes: readonly string[];
  taxId: string | null;
  metadata: StringMap;
  isDryRun: boolean;
}> &
  Pick<Parameters<CreatePayment>[1], 'returnUrl' | 'address' | 'idempotency'>;

/**
 * Starts a subscription, and charges its first invoice unless nothing is due or the invoice is sent. If the charge is
 * declined, there is neither a subscription nor a numbered invoice.
 * @throws DomainError `payment_declined`, `validation_failed`, `unknown_reference`.
 */
export type CreateSubscription = (actor: Actor, command: Command) => Promise<Work<Subscription>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  priceBill: PriceBill;
  createPayment: CreatePayment;
  chooseMethod: ChooseMethod;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

export const makeCreateSubscription =
  ({ unitOfWork, priceBill, createPayment, chooseMethod, clock, ids }: Deps): CreateSubscription =>
  async (caller, command) => {
    const userId = ownerFor(caller, 'subscriptions:write', command.userId);
    const isStaff = accessLevelOf(caller, 'subscriptions:write') === 'all';
    if (!isStaff) requireOwnTerms(command);
    const at = clock.now();
    const { plan, fallback } = await unitOfWork.run((tx) => termsOf(tx, command.planId, userId));
    const { subscription: unpaid, bill } = startOf(command, { id: ids.next('sub'), userId, plan, at });
    const priced = await priceStart(priceBill, { subscription: unpaid, bill, at });
    const isCharged = command.collection === 'charge' && priced !== undefined && totalOf(priced).minor > 0n;
    const { method: choice, returnUrl, address, idempotency } = command;
    if (isCharged && choice === undefined && fallback === null) throw methodRequired();
    if (command.isDryRun && (isCharged || choice?.token !== undefined)) throw dryRunUnsupported(CALLS_GATEWAY);

    // a caller who may start subscriptions may have them charged
    const actor: Actor = isStaff ? { ...caller, scopes: new Set([...caller.scopes, 'payments:write']) } : caller;
    const request = { userId, returnUrl, address, idempotency };
    const chosen = choice && (await chooseMethod(actor, { ...request, choice }).catch(declineOf(isCharged)));
    const paymentMethodId = chosen === undefined || 'kind' in chosen ? null : chosen.id;
    const subscription = { ...unpaid, paymentMethodId };
    const invoiceId = ids.next('inv');
    const prepare = async (tx: Transaction): Promise<void> => {
      // an erasure waits, or the user is gone
      if ((await tx.users.lockForShare(userId)) === undefined) throw unknownUser();
      const current = await tx.plans.lockForShare(plan.id);
      if (current === undefined) throw unknownPlan();
      SubscribedPlan.of(current, command.quantity);
      if (paymentMethodId !== null) await lockUsable(tx, paymentMethodId, userId);
    };
    if (!isCharged) {
      return async (tx) => {
        await prepare(tx);
        return storeStep(tx, caller, { before: null, step: { subscription, bill }, priced, invoiceId, clock, ids, at });
      };
    }
    const paying = await createPayment(actor, {
      ...sourceOf(chosen, { choice, fallback }),
      payableId: invoiceId,
      captureMethod: 'automatic',
      returnUrl,
      metadata: {},
      address,
      idempotency,
      addPayable: async (tx) => {
        await prepare(tx);
        await addPending(tx, caller, { subscription, priced, invoiceId, at });
      },
    });
    return async (tx) => {
      const { payment } = await paying(tx);
      return reportFirstCharge(tx, caller, { payment, at: clock.now() });
    };
  };

const CALLS_GATEWAY = 'The request calls the payment gateway, which cannot be rolled back.';

/** Customers cannot choose what costs less. */
const requireOwnTerms = ({ trialDays, collection }: Command): void => {
  const errors = [
    ...(trialDays === undefined ? [] : [restrictedField('trial_days')]),
    ...(collection === 'charge' ? [] : [restrictedField('collection', 'charge')]),
  ];
  if (errors.length > 0) throw invalid(errors);
};

type Terms = Readonly<{ plan: Plan /** The default payment method of the user. */; fallback: PaymentMethodId | null }>;

/** @throws DomainError `unknown_reference`. */
const termsOf = async (tx: Transaction, planId: PlanId, userId: Id<'usr'>): Promise<Terms> => {
  const plan = await tx.plans.find(planId);
  if (plan === undefined) throw unknownPlan();
  if ((await tx.users.find(userId)) === undefined) throw unknownUser();
  return { plan, fallback: await methodOf(tx, { userId, paymentMethodId: null }) };
};

const startOf = (
  command: Command,
  { plan, ...fields }: Pick<Subscription, 'id' | 'userId'> & Readonly<{ plan: Plan; at: Date }>,
): BilledStep => {
  const { quantity, collection, discountCodes, taxId, metadata, trialDays = plan.trialDays } = command;
  const terms = { quantity, collection, discountCodes, taxId, metadata, trialDays };
  return startSubscription({ ...fields, ...terms, plan, paymentMethodId: null });
};

/** Prices the first invoice. Where nothing is due yet, the next period shows whether codes and tax id are valid. */
const priceStart = async (priceBill: PriceBill, start: BilledStep & Readonly<{ at: Date }>) => {
  const priced = await priceBill({ ...start, requiresValid: true });
  const { plan, period: span } = start.subscription;
  if (priced === undefined) await priceBill({ ...start, bill: [{ kind: 'period', plan, span }], requiresValid: true });
  return priced;
};

/** A token that is not saved because its card was declined: the payment of what is due has that outcome. */
const declineOf =
  (isCharged: boolean) =>
  (error: unknown): Declined => {
    const isDeclined = error instanceof DomainError && error.code === 'payment_declined';
    if (!isCharged || !isDeclined) throw error;
    return { kind: 'declined', code: String(error.details['decline_code']), message: error.message };
  };

type Choice = Readonly<{ choice: MethodChoice | undefined; fallback: PaymentMethodId | null }>;

const sourceOf = (chosen: PaymentMethod | Declined | undefined, { choice, fallback }: Choice) => {
  if (chosen !== undefined && 'kind' in chosen) {
    return { token: choice?.token, gateway: choice?.gateway, decline: chosen };
  }
  const id = chosen?.id ?? fallback;
  if (id === null) throw methodRequired();
  return { method: { id, isOffSession: false } };
};
