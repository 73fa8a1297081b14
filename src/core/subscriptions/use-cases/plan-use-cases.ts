import type { ProductId } from '#core/catalog/product-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict, unknownReference } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Plan, type PlanId, type PlanPatch, planView } from '../plan.ts';
import type { PlanFields } from '../plan-fields.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { planAuditEntry, planCreated, planDeleted, planUpdated } from '../records.ts';

export type CreatePlan = (actor: Actor, fields: PlanFields) => Work<Plan, SubscriptionsTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeCreatePlan =
  ({ clock, ids }: Deps): CreatePlan =>
  (actor, fields) =>
  async (tx) => {
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const plan = Plan.create(ids.next('plan'), fields, { storeCurrency, at });
    if (plan.productId !== null) await requireSold(tx, plan.productId);
    await tx.plans.add(plan);
    await tx.events.append(actor, planCreated(plan));
    await tx.audit.append(planAuditEntry(actor, 'created', { before: null, after: plan, at }));
    return plan;
  };

const requireSold = async (tx: SubscriptionsTx, id: ProductId): Promise<void> => {
  // a variant comes with its parent
  const product = (await tx.products.getMany({ ids: [id], skus: [] })).find((found) => found.id === id);
  if (product === undefined) throw unknownReference([{ ...PRODUCT, message: 'must be the id of an existing product' }]);
  if (product.variants.length > 0) throw unknownReference([{ ...PRODUCT, message: HAS_VARIANTS }]);
};

const PRODUCT = { path: ['product_id'], code: 'any.only' };

const HAS_VARIANTS = 'must be one of the variants of the product, which is not sold itself';

export type ChangePlan = (
  actor: Actor,
  command: Readonly<{ id: PlanId; patch: PlanPatch; expected: ExpectedVersions }>,
) => Work<Plan, SubscriptionsTx>;

export const makeChangePlan =
  ({ clock }: Readonly<{ clock: BusinessClock }>): ChangePlan =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await tx.plans.get(id), expected);
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const after = Plan.change(before, patch, { storeCurrency, at });
    if (isUnchanged(planView(before), planView(after))) return before;
    await tx.plans.save(after);
    await tx.events.append(actor, planUpdated(before, after));
    await tx.audit.append(planAuditEntry(actor, 'updated', { before, after, at }));
    return after;
  };

export type DeletePlan = (
  actor: Actor,
  command: Readonly<{ id: PlanId; expected: ExpectedVersions }>,
) => Work<void, SubscriptionsTx>;

export const makeDeletePlan =
  ({ clock }: Readonly<{ clock: BusinessClock }>): DeletePlan =>
  (actor, { id, expected }) =>
  async (tx) => {
    const plan = await requireVersion(tx.events, await tx.plans.get(id), expected);
    if (await tx.subscriptions.isPlanUsed(id)) throw planUsed(id);
    const at = clock.now();
    await tx.plans.remove(id);
    await tx.events.append(actor, planDeleted(plan, at));
    await tx.audit.append(planAuditEntry(actor, 'deleted', { before: plan, after: null, at }));
  };

const planUsed = (id: PlanId) => conflict(`The plan ${id} has subscriptions. Archive it: set status to archived.`);
