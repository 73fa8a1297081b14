import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { isSameValue } from '#core/shared/same-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** Who did what to which resource. Contains no secret and no personal data, since entries outlive the person. */
export type AuditEntry = Readonly<{
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId' | 'requestId'>;
  /** For example `user.updated`. */
  action: string;
  /** The resource, if it has an id. */
  resource: Readonly<{ type: string; id: Id }> | null;
  /** The changed values before and after, in the API's names. */
  before: Values;
  after: Values;
  at: Date;
}>;

const REDACTED = '[withheld]';

/** The differences between two views in the given fields; personal fields are only marked as changed. */
export const changesOf = (
  before: object,
  after: object,
  { shown = [], personal = [] }: Readonly<{ shown?: readonly string[]; personal?: readonly string[] }>,
): Pick<AuditEntry, 'before' | 'after'> => {
  const [old, now] = [before as Values, after as Values];
  const changed = [...shown, ...personal].filter((field) => !isSameValue(old[field], now[field]));
  const pick = (values: Values): Values =>
    Object.fromEntries(
      changed.map((field) => [field, personal.includes(field) ? redacted(values[field]) : values[field]]),
    );
  return { before: pick(old), after: pick(now) };
};

/** Absence is not personal data. */
const redacted = (value: unknown): unknown => (isEmpty(value) ? (value ?? null) : REDACTED);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
