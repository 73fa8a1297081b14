import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Plan, PlanId } from './plan.ts';
import type { PlanView, planList } from './plan-view.ts';

/** Writes plans. */
export interface PlanRepository {
  /** Locks the plan until the transaction ends. @throws DomainError `not_found`. */
  get(id: PlanId): Promise<Plan>;
  /** Reads without a lock. */
  find(id: PlanId): Promise<Plan | undefined>;
  /** Locks the plan for share: it is not removed until the transaction ends. */
  lockForShare(id: PlanId): Promise<Plan | undefined>;
  add(plan: Plan): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(plan: Plan): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: PlanId): Promise<void>;
}

/** Reads of plans. Each result includes every commit before the call. */
export interface PlanQueries {
  find(id: PlanId): Promise<Found<PlanView> | undefined>;
  list(query: ListQuery<typeof planList>): Promise<Page<PlanView>>;
}
