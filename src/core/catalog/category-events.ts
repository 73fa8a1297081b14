import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Category } from './category.ts';
import { categoryEventView } from './category-view.ts';

const categoryEvents = eventsOf('category', categoryEventView);

export const categoryCreated = categoryEvents.created;

export const categoryUpdated = (before: Category, after: Category): DomainEvent =>
  categoryEvents.changed('updated', before, after);

export const categoryDeleted = (category: Category, at: Date): DomainEvent => categoryEvents.deleted(category, at);
