import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';

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
