import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Category } from './category.ts';
import { categoryEventView } from './category-view.ts';

const FIELDS = { shown: ['name', 'parent_id', 'position'] };

const entry = (actor: Actor, action: string, { id }: Pick<Category, 'id'>) => ({
  actor,
  action: `category.${action}`,
  resource: { type: 'category', id },
});

/** Also of a label that was used for the first time. */
export const categoryCreatedBy = (actor: Actor, category: Category): AuditEntry => ({
  ...entry(actor, 'created', category),
  ...changesOf({}, categoryEventView(category), FIELDS),
  at: category.createdAt,
});

export const categoryUpdatedBy = (actor: Actor, before: Category, after: Category): AuditEntry => ({
  ...entry(actor, 'updated', after),
  ...changesOf(categoryEventView(before), categoryEventView(after), FIELDS),
  at: after.updatedAt,
});

export const categoryDeletedBy = (actor: Actor, category: Category, at: Date): AuditEntry => ({
  ...entry(actor, 'deleted', category),
  ...changesOf(categoryEventView(category), {}, FIELDS),
  at,
});
