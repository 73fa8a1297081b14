import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { invalid, notFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { TextEncryption } from '#core/shared/text-encryption.ts';
import type { Work } from '#core/storage.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import type { OneTimePasswords, RecoveryCodes } from '../one-time-passwords.ts';
import { SecondFactor, type SecondFactorId } from '../second-factor.ts';
import type { CountCodeAttempt } from '../second-factor-check.ts';

/** An active factor with the user's new recovery codes, which are shown only now. */
type ConfirmedFactor = Readonly<{ factor: SecondFactor; recoveryCodes: readonly string[] }>;

/**
 * Activates a pending factor by a code of it. New recovery codes replace the former ones, and the user is notified.
 * @throws DomainError `validation_failed` for a wrong code, `invalid_state` for an active factor.
 */
export type ConfirmSecondFactor = (
  actor: Actor,
  command: Readonly<{ id: SecondFactorId; code: string }>,
) => Promise<Work<ConfirmedFactor>>;

const RECOVERY_CODES = 10;

type Deps = Readonly<{
  oneTimePasswords: OneTimePasswords;
  recoveryCodes: RecoveryCodes;
  encryption: TextEncryption;
  countCodeAttempt: CountCodeAttempt;
  systemClock: SystemClock;
}>;

export const makeConfirmSecondFactor =
  ({ oneTimePasswords, recoveryCodes, encryption, countCodeAttempt, systemClock }: Deps): ConfirmSecondFactor =>
  async (actor, { id, code }) => {
    const userId = Actor.userOf(actor);
    await countCodeAttempt(userId);
    return async (tx) => {
      const user = await tx.users.get(userId);
      const before = (await tx.secondFactors.listOf(userId)).find((factor) => factor.id === id);
      if (before === undefined) throw notFound('second factor', id);
      const at = systemClock.now();
      const step = oneTimePasswords.timeStepOf(code, encryption.decrypt(before.secret), at);
      if (before.status === 'pending' && step === undefined) throw wrongCode();
      const after = SecondFactor.confirm(before, step ?? 0, at);
      const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodes.make());
      await tx.secondFactors.save(after);
      await tx.secondFactors.replaceRecoveryCodes(
        userId,
        codes.map(({ hash }) => hash),
      );
      await tx.mailRequests.add({ purpose: 'second_factor_added', emailKey: emailKey(user.email), userId });
      await tx.audit.append(...secondFactorAuditEntry(actor, 'confirmed', { before, after, at }));
      return { factor: after, recoveryCodes: codes.map((each) => each.code) };
    };
  };

const wrongCode = () =>
  invalid([{ path: ['code'], code: 'code.wrong', message: 'must be the code that the app shows now' }]);
