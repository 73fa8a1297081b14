import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { SecondFactor } from './second-factor.ts';
import { secondFactorView } from './second-factor-view.ts';

const SHOWN = ['user_id', 'type', 'status'];

const audited = (factor: SecondFactor | null): object =>
  factor === null ? {} : { ...secondFactorView(factor), user_id: factor.userId };

type Change = Readonly<{ before: SecondFactor | null; after: SecondFactor | null; at: Date }>;

/** A change of a second factor; `before` is null for a new one, `after` for a removed one. */
export const secondFactorAuditEntry = (
  actor: Actor,
  action: 'enrolled' | 'confirmed' | 'renamed' | 'removed',
  { before, after, at }: Change,
): AuditEntry[] => {
  const factor = after ?? before;
  if (factor === null) return [];
  const resource = { type: 'second_factor', id: factor.id };
  const changes = changesOf(audited(before), audited(after), { shown: SHOWN });
  return [{ actor, action: `second_factor.${action}`, resource, ...changes, at }];
};

const userEntry =
  (action: string) =>
  (actor: Actor, userId: Id<'usr'>, at: Date): AuditEntry => ({
    actor,
    action,
    resource: { type: 'user', id: userId },
    before: {},
    after: {},
    at,
  });

/** A user signed in, or confirmed a change, by a recovery code. */
export const recoveryCodeUsed = userEntry('user.recovery_code_used');

/** The recovery codes of a user were replaced. */
export const recoveryCodesRenewed = userEntry('user.recovery_codes_renewed');

/** A sign-in with the right password that lacked the second factor. */
export const secondFactorRequested = userEntry('session.second_factor_requested');
