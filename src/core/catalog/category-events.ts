import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Category } from './category.ts';
import { categoryEventView } from './category-view.ts';

const events = eventsOf('category', categoryEventView);

export const categoryCreated = events.created;

export const categoryUpdated = (before: Category, after: Category): DomainEvent =>
  events.changed('updated', before, after);

export const categoryDeleted = (category: Category, at: Date): DomainEvent => events.deleted(category, at);
