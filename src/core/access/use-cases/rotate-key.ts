import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ApiKey, type ApiKeyId } from '../api-key.ts';
import { type Confirmation, verifyCurrentPassword } from '../confirm-caller.ts';
import type { AccessTx } from '../ports.ts';
import { keyAuditEntry } from '../records.ts';
import { Scope } from '../scope.ts';
import {
  beginIssue,
  type IssueDeps,
  type IssuedKey,
  issueKey,
  restrictionErrors,
  restrictionsOf,
} from '../steps/issue-key.ts';
import { requireMayEnd } from '../steps/require-may-end.ts';

/**
 * Issues a key of the same name, restrictions and expiry. The old key expires after the overlap. Requires what the
 * creation of a key requires.
 */
export type RotateKey = (
  actor: Actor,
  command: Readonly<{ id: ApiKeyId; overlapSeconds: number }> & Confirmation,
) => Promise<Work<IssuedKey, AccessTx>>;

export const makeRotateKey =
  (deps: IssueDeps): RotateKey =>
  async (actor, { id, overlapSeconds, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    return async (tx) => {
      const origin = await beginIssue(tx, deps, { actor, verified });
      const old = await tx.apiKeys.get(id);
      Scope.requireAll(actor, old.scopes, 'To grant these');
      if (old.kind === 'publishable') requireMayEnd(actor, old, 'To rotate this key');
      if (restrictionErrors(restrictionsOf(actor), old).length > 0) {
        throw new DomainError('forbidden', 'forbidden', 'This key has stricter restrictions than the calling key.');
      }
      const at = deps.systemClock.now();
      const ending = ApiKey.endBy(old, new Date(at.getTime() + overlapSeconds * 1000), at);
      // the new key belongs to the actor, so that its scopes end with the actor's permissions
      const userId = Actor.userOf(actor);
      // the name of another user's key may be personal data
      const name = userId === old.userId ? old.name : `Rotated ${old.id}`;
      const issued = issueKey(deps, { ...old, userId, origin, name, scopes: keptScopes(actor, old.scopes) });
      await tx.apiKeys.save(ending);
      await tx.apiKeys.add(issued.key);
      await tx.audit.append(
        keyAuditEntry(actor, 'rotated', { before: old, after: ending }),
        keyAuditEntry(actor, 'created', { before: null, after: issued.key }),
      );
      return issued;
    };
  };

/**
 * Stored scopes that no capability declares go to the new key only if its actor could grant them: a session holds all
 * that its user holds, an API key may be narrower.
 */
const keptScopes = (actor: Actor, stored: readonly Scope[]): readonly Scope[] => {
  const known = new Set(Scope.known(stored));
  return stored.filter((scope) => known.has(scope) || actor.kind === 'session' || Scope.covers(actor.scopes, scope));
};
