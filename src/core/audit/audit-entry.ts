import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { isSameValue } from '#core/shared/same-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** Who did what to which resource. Never a secret, nor a person's data: entries outlive the people they tell of. */
export type AuditEntry = Readonly<{
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId' | 'requestId'>;
  /** Such as `user.updated`. */
  action: string;
  /** What it was done to, if that has an id. */
  resource: Readonly<{ type: string; id: Id }> | null;
  /** The values, in the API's names, that were changed, as they were and as they are. */
  before: Values;
  after: Values;
  at: Date;
}>;

const WITHHELD = '[withheld]';

/** What tells two views of a resource apart, of these fields; of personal ones, only that they differ. */
export const changesOf = (
  before: object,
  after: object,
  { shown = [], personal = [] }: Readonly<{ shown?: readonly string[]; personal?: readonly string[] }>,
): Pick<AuditEntry, 'before' | 'after'> => {
  const [old, now] = [before as Values, after as Values];
  const changed = [...shown, ...personal].filter((field) => !isSameValue(old[field], now[field]));
  const pick = (values: Values): Values =>
    Object.fromEntries(
      changed.map((field) => [field, personal.includes(field) ? masked(values[field]) : values[field]]),
    );
  return { before: pick(old), after: pick(now) };
};

/** That there is nothing tells nothing of a person. */
const masked = (value: unknown): unknown => (isEmpty(value) ? (value ?? null) : WITHHELD);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
