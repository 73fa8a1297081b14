// Why: docs/decisions/0009-audit-log-and-erasure.md

import type { Actor } from '#core/shared/actor.ts';
import type { Resource, ResourceView } from '#core/shared/resource.ts';
import { isSameValue } from '#core/shared/same-value.ts';
import type { AuditEntry } from './audit-entry.ts';

/** Whether entries contain the values of a field, only that it changed, or nothing of it. */
export type Audited = 'shown' | 'personal' | 'omitted';

type CommonField = keyof ResourceView<Resource, string>;

/**
 * What entries say of each field of a view: one that is missing or unknown does not compile, nor one that is shown although
 * erasures blank it. Fields that may contain anything are personal. Of the fields of every resource, the version is shown
 * where `AuditLog.changedFields` needs it.
 */
export type AuditedFields<View, Erased = object> = Readonly<
  {
    [Field in Exclude<keyof View, CommonField>]: Field extends keyof Erased ? Exclude<Audited, 'shown'> : Audited;
  } & { version?: 'shown' }
>;

/** Null is before the creation and after the removal. The time is that of the new version if omitted. */
type AuditedChange<R> =
  | Readonly<{ before: R | null; after: R; at?: Date }>
  | Readonly<{ before: R; after: null; at: Date }>;

/** Makes the entry of a step such as `updated`. */
export type ResourceAudit<R> = (actor: Actor, step: string, change: AuditedChange<R>) => AuditEntry;

/** The entries of a resource, from its name, its view and what they say of the view's fields. */
export const auditOf =
  <R extends Resource, View extends object>(
    name: string,
    view: (resource: R) => View,
    fields: AuditedFields<View>,
  ): ResourceAudit<R> =>
  (actor, step, { before, after, at }) => {
    const { id, updatedAt } = (after ?? before) as R;
    return {
      actor,
      action: `${name}.${step}`,
      resource: { type: name, id },
      ...changesOf(before && view(before), after && view(after), fields),
      at: at ?? updatedAt,
    };
  };

const REDACTED = '[withheld]';

type Values = Readonly<Record<string, unknown>>;

/** The differences between two views in the audited fields. */
export const changesOf = (
  before: object | null,
  after: object | null,
  fields: Readonly<Record<string, Audited>>,
): Pick<AuditEntry, 'before' | 'after'> => {
  const [old, now] = [(before ?? {}) as Values, (after ?? {}) as Values];
  const changed = Object.entries(fields).filter(
    ([field, audited]) => audited !== 'omitted' && !isSameValue(old[field], now[field]),
  );
  const pick = (values: Values): Values =>
    Object.fromEntries(
      changed.map(([field, audited]) => [field, audited === 'personal' ? redacted(values[field]) : values[field]]),
    );
  return { before: pick(old), after: pick(now) };
};

/** Absence is not personal data. */
const redacted = (value: unknown): unknown => (isEmpty(value) ? (value ?? null) : REDACTED);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** The entry, or none if no audited field changed. */
export const ifChanged = (entry: AuditEntry): AuditEntry[] => (Object.keys(entry.after).length === 0 ? [] : [entry]);
