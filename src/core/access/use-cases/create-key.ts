import { Actor } from '#core/shared/actor.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ApiKey, KeyKind } from '../api-key.ts';
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

/** With a session it requires the user's password or a recent sign-in. The user is notified by mail. */
export type CreateKey = (
  actor: Actor,
  command: Readonly<{
    name: string;
    /** `secret` if left out. */
    kind?: KeyKind | undefined;
    /** All scopes of the actor if left out; a publishable key has none. */
    scopes?: readonly Scope[] | undefined;
    /** If left out: as the key of the actor, if the actor is a key. */
    allowedIps?: ApiKey['allowedIps'] | undefined;
    /** Of a publishable key only, and required there. */
    allowedOrigins?: readonly string[] | undefined;
    /** If left out: as the key of the actor, if the actor is a key. */
    rateLimit?: ApiKey['rateLimit'] | undefined;
    expiresAt?: ApiKey['expiresAt'] | undefined;
  }> &
    Confirmation,
) => Promise<Work<IssuedKey, AccessTx>>;

export const makeCreateKey =
  (deps: IssueDeps): CreateKey =>
  async (actor, { name, kind = 'secret', scopes, allowedOrigins, currentPassword, otp, passkey, ...fields }) => {
    const verified = await verifyCurrentPassword(deps, actor, { currentPassword, otp, passkey });
    return async (tx) => {
      const origin = await beginIssue(tx, deps, { actor, verified });
      const granted = scopes ?? (kind === 'publishable' ? [] : ([...actor.scopes] as Scope[]));
      Scope.requireAll(actor, granted, 'Granting these scopes');
      const calling = restrictionsOf(actor);
      const { allowedIps = calling.allowedIps, expiresAt = calling.expiresAt, rateLimit = calling.rateLimit } = fields;
      const restrictions = { allowedIps, expiresAt, rateLimit };
      const errors = [...kindErrors(kind, granted, allowedOrigins), ...restrictionErrors(calling, restrictions)];
      if (errors.length > 0) throw invalid(errors);
      if (expiresAt !== null && expiresAt <= deps.systemClock.now()) {
        throw invalid([{ path: ['expires_at'], code: 'date.greater', message: 'must be in the future' }]);
      }
      const userId = Actor.userOf(actor);
      const issued = issueKey(deps, {
        ...restrictions,
        ...{ kind, userId, origin, name, scopes: granted, allowedOrigins: allowedOrigins ?? null },
      });
      await tx.apiKeys.add(issued.key);
      await tx.audit.append(keyAuditEntry(actor, 'created', { before: null, after: issued.key }));
      return issued;
    };
  };

/** Only pages of the allowed origins use a publishable key, and it grants nothing to them. */
const kindErrors = (
  kind: KeyKind,
  scopes: readonly Scope[],
  allowedOrigins: readonly string[] | undefined,
): FieldError[] => {
  if (kind === 'secret') {
    const message = 'must be omitted: only keys of the kind publishable have allowed origins';
    return allowedOrigins === undefined ? [] : [{ path: ['allowed_origins'], code: 'any.unknown', message }];
  }
  const errors: FieldError[] = [];
  if (scopes.length > 0) {
    errors.push({ path: ['scopes'], code: 'any.unknown', message: 'must be omitted: a publishable key has no scopes' });
  }
  if (allowedOrigins === undefined) {
    const message = 'is required for a publishable key; send [] if only apps without an origin use it';
    errors.push({ path: ['allowed_origins'], code: 'any.required', message });
  }
  return errors;
};
