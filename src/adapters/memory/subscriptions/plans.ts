import { Found } from '#core/shared/page.ts';
import { planList, planView } from '#core/subscriptions/plan.ts';
import type { PlanQueries, PlanRepository } from '#core/subscriptions/ports.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import { resourceRepository } from '../store/resources.ts';

export const makePlanRepository = ({ plans }: StoreChanges): PlanRepository => ({
  ...resourceRepository(plans, 'plan'),
  lockForShare: async (id) => plans.get(id),
});

export const makePlanQueries = ({ plans }: MemoryStore): PlanQueries => ({
  find: async (id) => Found.of(planView, plans.get(id)),
  list: async (query) => listPage(planList, plans.values().map(planView), query),
});
