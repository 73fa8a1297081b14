import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Address, type AddressFields } from '#core/shared/address.ts';
import { dryRunUnsupported, invalid, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { changeSubscription, type ProrationMode } from '../change-subscription.ts';
import { changePaymentMethod } from '../dunning.ts';
import { Plan, type PlanId } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { lockCustomer, requireRoom } from '../steps/customer-limits.ts';
import { comingGoods, findPlanOfGoods, limitUnpaidGoods } from '../steps/unpaid-goods.ts';
import { SubscribedPlan } from '../subscribed-plan.ts';
import { actionsOf, type BilledStep, type Subscription, type SubscriptionId } from '../subscription.ts';
import { otherCurrency, restrictedField, unknownPlan } from '../subscription-errors.ts';
import { subscriptionView } from '../subscription-view.ts';
import { type ChooseMethod, lockUsable, type MethodChoice } from './choose-method.ts';
import type { ChangePreview, PreviewChange } from './preview-subscription.ts';
import type { TakeRequest, TakeStep } from './step-subscription.ts';

/** Omitted fields stay. */
type Patch = Readonly<{
  planId?: PlanId | undefined;
  quantity?: number | undefined;
  discountCodes?: readonly string[] | undefined;
  taxId?: string | null | undefined;
  billingAddress?: MergePatch<AddressFields> | null | undefined;
  metadata?: MergePatch<StringMap> | null | undefined;
}>;

type Command = Readonly<{
  id: SubscriptionId;
  patch: Patch;
  /** Of a change of the plan or the quantity; `prorate` if omitted. */
  proration?: ProrationMode | undefined;
  method?: MethodChoice | undefined;
  expected: ExpectedVersions;
  isDryRun: boolean;
}> &
  Pick<Parameters<ChooseMethod>[1], 'returnUrl' | 'address' | 'idempotency'>;

/** `preview`: only of a dry run. */
type ChangedSubscription = Readonly<{ subscription: Subscription; preview: ChangePreview | undefined }>;

/** Changes the plan, the quantity, the payment method or the data of a subscription. Customers change their own. */
export type ChangeSubscription = (
  actor: Actor,
  command: Command,
) => Promise<Work<ChangedSubscription, SubscriptionsTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  chooseMethod: ChooseMethod;
  takeStep: TakeStep;
  previewChange: PreviewChange;
}>;

export const makeChangeSubscription =
  ({ unitOfWork, chooseMethod, takeStep, previewChange }: Deps): ChangeSubscription =>
  async (actor, command) => {
    const { id, patch, proration, method: choice, expected, ...request } = command;
    const found = orNotFound(await unitOfWork.run((tx) => tx.subscriptions.find(id)), 'subscription', id);
    const { userId } = found;
    requireOwnership(actor, 'subscriptions:write', { kind: 'subscription', id, userId });
    requireProration(actor, command);
    if (choice?.token !== undefined && command.isDryRun) throw dryRunUnsupported(SAVES_METHOD);
    if (choice !== undefined) requireCharged(found);
    const plan = patch.planId === undefined ? undefined : await findPlan(unitOfWork, patch.planId, found);
    const { hasGoods, asked } = await goodsOf(unitOfWork, found, patch);
    const method = choice && (await chooseMethod(actor, { ...request, choice, userId }));
    const take = (before: Subscription, at: Date): BilledStep =>
      changed(before, { patch, plan, hasGoods, proration: proration ?? 'prorate', method, at });
    const lockBefore = async (tx: SubscriptionsTx): Promise<string | null> => {
      const limited = await limitUnpaidGoods(tx, actor, { userId, changed: id, quantity: asked });
      if (plan !== undefined) await lockPlan(tx, plan.id, found);
      if (method !== undefined) await lockUsable(tx, method.id, userId);
      return limited;
    };
    const work = await takeStep(actor, { id, expected, take, lockBefore, ...termsOf(patch) });
    // before the transaction, like all pricing
    const preview = command.isDryRun ? await previewChange(found, take) : undefined;
    return async (tx) => ({ subscription: await work(tx), preview });
  };

/** @throws DomainError as `requireRoom` does for another plan. */
const lockPlan = async (tx: SubscriptionsTx, id: PlanId, { userId, plan, nextPlan }: Subscription): Promise<void> => {
  await lockCustomer(tx, userId);
  const current = await tx.plans.lockForShare(id);
  if (current === undefined) throw unknownPlan();
  const counted = [plan, ...(nextPlan === null ? [] : [nextPlan])].map(({ planId }) => planId);
  const former = await Promise.all(counted.map((planId) => tx.plans.find(planId)));
  const isCounted = former.some((each) => each && Plan.trialKey(each) === Plan.trialKey(current));
  if (!isCounted) await requireRoom(tx, current, userId);
};

const SAVES_METHOD = 'The request saves a payment method at its gateway, which cannot be rolled back.';

type Change = Readonly<{
  patch: Patch;
  plan: Plan | undefined;
  hasGoods: boolean;
  proration: ProrationMode;
  method: PaymentMethod | undefined;
  at: Date;
}>;

/** Codes and a tax id that stay may have become invalid: the invoices leave them out. */
const termsOf = ({ planId, quantity, discountCodes = [], taxId = null }: Patch): Pick<TakeRequest, 'terms'> => {
  const isPriced = planId !== undefined || quantity !== undefined;
  const isChanged = isPriced || discountCodes.length > 0 || taxId !== null;
  return isChanged ? { terms: { isPriced, discountCodes, taxId } } : {};
};

/** The same version if nothing changes. */
const changed = (before: Subscription, { patch, plan, hasGoods, proration, method, at }: Change): BilledStep => {
  const next = planOf(before, patch, plan);
  const { subscription, bill } =
    next === undefined
      ? { subscription: before, bill: [] }
      : changeSubscription(before, { plan: next, hasGoods, proration, at });
  if (method !== undefined) requireCharged(before);
  const charged = method === undefined ? subscription : changePaymentMethod(subscription, method.id, at);
  const { discountCodes = before.discountCodes, taxId = before.taxId, metadata } = patch;
  const billingAddress = changedAddress(before, patch);
  const data = { discountCodes, taxId, billingAddress, metadata: mergedMetadata(before, metadata) };
  const after: Subscription = { ...charged, ...data, version: before.version + 1, updatedAt: at };
  const isSame = bill.length === 0 && isUnchanged(subscriptionView(before), subscriptionView(after));
  return isSame ? { subscription: before, bill } : { subscription: after, bill };
};

/** @throws DomainError `validation_failed` without a street or a country. */
const changedAddress = (
  { billingAddress: before }: Subscription,
  { billingAddress: patch }: Patch,
): Subscription['billingAddress'] => {
  if (patch === undefined || patch === null) return patch === undefined ? before : null;
  const fields = mergePatch(before ?? {}, patch) as AddressFields;
  const errors = Address.errors('billing_address', fields);
  if (errors.length > 0) throw invalid(errors);
  return Address.of(fields);
};

const mergedMetadata = ({ metadata }: Subscription, patch: MergePatch<StringMap> | null | undefined): StringMap =>
  patch === null ? {} : (mergePatch(metadata, patch ?? {}) as StringMap);

/** The requested plan; undefined if neither the plan nor the quantity is to change. */
const planOf = (
  { plan: current }: Subscription,
  { quantity }: Patch,
  plan: Plan | undefined,
): SubscribedPlan | undefined => {
  if (plan !== undefined && plan.id !== current.planId) return SubscribedPlan.of(plan, quantity ?? current.quantity);
  if (quantity !== undefined) return SubscribedPlan.withQuantity(current, quantity);
  return plan === undefined ? undefined : current;
};

const findPlan = async (
  unitOfWork: UnitOfWork<SubscriptionsTx>,
  id: PlanId,
  { currency }: Subscription,
): Promise<Plan> => {
  const plan = await unitOfWork.run((tx) => tx.plans.find(id));
  if (plan === undefined) throw unknownPlan();
  if (plan.currency !== currency) throw otherCurrency(currency);
  return plan;
};

/** What a patch changes about the goods of a subscription: whether there are any, and how many are asked for, 0 if no more. */
const goodsOf = async (
  unitOfWork: UnitOfWork<SubscriptionsTx>,
  subscription: Subscription,
  { planId, quantity }: Patch,
): Promise<Readonly<{ hasGoods: boolean; asked: number }>> => {
  const { plan: current } = subscription;
  const wanted = { ...current, planId: planId ?? current.planId, quantity: quantity ?? current.quantity };
  if (planId === undefined && quantity === undefined) return { hasGoods: false, asked: 0 };
  return unitOfWork.run(async (tx) => {
    const hasGoods = (await findPlanOfGoods(tx, wanted.planId)) !== undefined;
    const asked = await comingGoods(tx, { plan: wanted, nextPlan: null });
    return { hasGoods, asked: asked > (await comingGoods(tx, subscription)) ? asked : 0 };
  });
};

/** Customers cannot choose what costs less. */
const requireProration = (actor: Actor, { proration, patch }: Command): void => {
  if (proration === undefined) return;
  if (patch.planId === undefined && patch.quantity === undefined) {
    const message = 'must be omitted unless plan_id or quantity is sent';
    throw invalid([{ path: ['proration'], code: 'any.unknown', message }]);
  }
  if (proration === 'none' && accessLevelOf(actor, 'subscriptions:write') !== 'all') {
    throw invalid([restrictedField('proration', 'prorate or at_period_end')]);
  }
};

/** @throws DomainError `invalid_state` for a subscription that has ended, or whose first invoice is to be paid. */
const requireCharged = (subscription: Subscription): void => {
  const { status } = subscription;
  if (status !== 'cancelled' && status !== 'incomplete') return;
  const message = `The payment method of a subscription that is ${status} cannot change.`;
  throw invalidState(message, status, actionsOf(subscription));
};
