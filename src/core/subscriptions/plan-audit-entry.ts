import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Plan } from './plan.ts';
import { FIXED_FIELDS } from './plan-fields.ts';
import { type PlanView, planView } from './plan-view.ts';

const SHOWN = [
  'name',
  'status',
  ...FIXED_FIELDS,
  'trial_days',
  'after_dunning',
  'tax_category',
] as const satisfies readonly (keyof PlanView)[];

type Change = Readonly<{ before: Plan | null; after: Plan | null; at: Date }>;

/** The audit entry of a step; null before the creation and after the removal. Of metadata, only that it changed. */
export const planAuditEntry = (actor: Actor, step: string, { before, after, at }: Change): AuditEntry => ({
  actor,
  action: `plan.${step}`,
  resource: { type: 'plan', id: ((after ?? before) as Plan).id },
  ...changesOf(viewOf(before), viewOf(after), { shown: SHOWN, personal: ['metadata'] }),
  at,
});

const viewOf = (plan: Plan | null): object => (plan === null ? {} : planView(plan));
