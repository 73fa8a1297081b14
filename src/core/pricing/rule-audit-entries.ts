import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';

type RuleView = Readonly<{ id: Id; object: string }>;

type Change = Readonly<{ before: RuleView | null; after: RuleView | null; at: Date }>;

const HIDDEN = ['id', 'object', 'created_at', 'updated_at'];

/** The entry of a change of a rule between two of its views; null before its creation and after its removal. */
export const ruleAuditEntry = (actor: Actor, step: string, { before, after, at }: Change): AuditEntry => {
  const { id, object: type } = (after ?? before) as RuleView;
  const shown = Object.keys(after ?? before ?? {}).filter((field) => !HIDDEN.includes(field));
  return {
    actor,
    action: `${type}.${step}`,
    resource: { type, id },
    ...changesOf(before ?? {}, after ?? {}, { shown }),
    at,
  };
};
