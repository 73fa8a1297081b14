import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Plan } from './plan.ts';
import { planView } from './plan-view.ts';

const events = eventsOf('plan', planView);

export const planCreated = (plan: Plan): DomainEvent => events.created(plan);

export const planUpdated = (before: Plan, after: Plan): DomainEvent => events.changed('updated', before, after);

export const planDeleted = (plan: Plan, at: Date): DomainEvent => events.deleted(plan, at);
