import { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Work } from '#core/storage.ts';
import type { ApiKey } from '../api-key.ts';
import { keyAuditEntry } from '../audit-entries.ts';
import { verifyCurrentPassword } from '../confirm-caller.ts';
import { Scope } from '../scope.ts';
import { beginIssue, type IssueDeps } from './begin-issue.ts';
import { type IssuedKey, issueKey, restrictionErrors, restrictionsOf } from './issue-key.ts';

/** With a session it requires the user's password or a recent sign-in. The user is notified by mail. */
export type CreateKey = (
  actor: Actor,
  command: Readonly<{
    name: string;
    /** All scopes of the actor if left out. */
    scopes?: readonly Scope[] | undefined;
    /** If left out: as the key of the actor, if the actor is a key. */
    allowedIps?: ApiKey['allowedIps'] | undefined;
    expiresAt?: ApiKey['expiresAt'] | undefined;
    currentPassword?: string | undefined;
  }>,
) => Promise<Work<IssuedKey>>;

export const makeCreateKey =
  (deps: IssueDeps): CreateKey =>
  async (actor, { name, scopes, currentPassword, ...fields }) => {
    const verified = await verifyCurrentPassword(deps, actor, currentPassword);
    return async (tx) => {
      const createdBySession = await beginIssue(tx, deps, { actor, verified });
      const granted = scopes ?? ([...actor.scopes] as Scope[]);
      Scope.requireAll(actor, granted, 'Granting these scopes');
      const calling = restrictionsOf(actor);
      const { allowedIps = calling.allowedIps, expiresAt = calling.expiresAt } = fields;
      const errors = restrictionErrors(calling, { allowedIps, expiresAt });
      if (errors.length > 0) throw invalid(errors);
      if (expiresAt !== null && expiresAt <= deps.clock.now()) {
        throw invalid([{ path: ['expires_at'], code: 'date.greater', message: 'must be in the future' }]);
      }
      const userId = Actor.userOf(actor);
      const issued = issueKey(deps, { userId, createdBySession, name, scopes: granted, allowedIps, expiresAt });
      await tx.apiKeys.add(issued.key);
      await tx.audit.append(keyAuditEntry(actor, 'created', null, issued.key));
      return issued;
    };
  };
