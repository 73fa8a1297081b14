import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { ListQuery } from '#core/shared/list.ts';
import { Found } from '#core/shared/page.ts';
import type { Plan, PlanId } from '#core/subscriptions/plan.ts';
import { planList, planView } from '#core/subscriptions/plan.ts';
import type { PlanQueries, PlanRepository } from '#core/subscriptions/ports.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryPlanRepository implements PlanRepository {
  readonly #plans: TableChanges<PlanId, Plan>;

  constructor(plans: TableChanges<PlanId, Plan>) {
    this.#plans = plans;
  }

  async get(id: PlanId): Promise<Plan> {
    const plan = this.#plans.get(id);
    if (plan === undefined) throw notFound('plan', id);
    return plan;
  }

  async find(id: PlanId): Promise<Plan | undefined> {
    return this.#plans.get(id);
  }

  async lockForShare(id: PlanId): Promise<Plan | undefined> {
    return this.#plans.get(id);
  }

  async add(plan: Plan): Promise<void> {
    this.#plans.set(plan.id, plan);
  }

  async save(plan: Plan): Promise<void> {
    if (this.#plans.get(plan.id)?.version !== plan.version - 1) {
      throw conflict(`Plan ${plan.id} was changed concurrently.`);
    }
    this.#plans.set(plan.id, plan);
  }

  async remove(id: PlanId): Promise<void> {
    if (!this.#plans.delete(id)) throw notFound('plan', id);
  }
}

export class MemoryPlanQueries implements PlanQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: PlanId) {
    return Found.of(planView, this.#store.plans.get(id));
  }

  async list(query: ListQuery<typeof planList>) {
    return listPage(planList, [...this.#store.plans.values()].map(planView), query);
  }
}
