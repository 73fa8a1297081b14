import { type AuditEntry, actionEntry } from '#core/audit/audit-entry.ts';
import { auditOf } from '#core/audit/audited-fields.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { type SecondFactor, type SecondFactorView, secondFactorView } from './second-factor.ts';

type AuditedFactor = SecondFactorView & Readonly<{ user_id: SecondFactor['userId'] }>;

const audited = (factor: SecondFactor): AuditedFactor => ({ ...secondFactorView(factor), user_id: factor.userId });

export const secondFactorAuditEntry = auditOf('second_factor', audited, {
  user_id: 'shown',
  type: 'shown',
  name: 'personal',
  status: 'shown',
  confirmed_at: 'omitted',
  last_used_at: 'omitted',
});

const userEntry =
  (action: string) =>
  (actor: Actor, userId: Id<'usr'>, at: Date): AuditEntry =>
    actionEntry({ actor, action, resource: { type: 'user', id: userId }, at });

/** A user signed in, or confirmed a change, by a recovery code. */
export const recoveryCodeUsed = userEntry('user.recovery_code_used');

/** The recovery codes of a user were replaced. */
export const recoveryCodesRenewed = userEntry('user.recovery_codes_renewed');

/** A sign-in with the right password that lacked the second factor. */
export const secondFactorRequested = userEntry('session.second_factor_requested');
