import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Plan } from './plan.ts';
import { planView } from './plan-view.ts';

const planEvents = eventsOf('plan', planView);

export const planCreated = (plan: Plan): DomainEvent => planEvents.created(plan);

export const planUpdated = (before: Plan, after: Plan): DomainEvent => planEvents.changed('updated', before, after);

export const planDeleted = (plan: Plan, at: Date): DomainEvent => planEvents.deleted(plan, at);
