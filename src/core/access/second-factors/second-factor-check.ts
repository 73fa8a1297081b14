import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { Id } from '#core/shared/id.ts';
import type { TextEncryption } from '#core/shared/text-encryption.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import { recoveryCodeUsed } from './audit-entries.ts';
import type { OneTimePasswords, RecoveryCodes } from './one-time-passwords.ts';
import { SecondFactor } from './second-factor.ts';

/** What a user sends as the second factor: a code of an app, or a recovery code. */
type Proof = Readonly<{ actor: Actor; userId: Id<'usr'>; otp: string | undefined }>;

/** `not_enrolled`: the user has no active factor, so that none is needed. `missing`: nothing was sent. */
export type ProofOutcome = 'not_enrolled' | 'missing' | 'wrong' | 'used';

/** Verifies second factors. */
export type SecondFactorCheck = Readonly<{
  /**
   * What `use` would return, outside of a transaction. Counts the attempt if something was sent.
   * @throws when the user's attempts exceed their limit, whether the code is right or not.
   */
  preview(proof: Proof): Promise<ProofOutcome>;
  /** Uses up the code. The same code is accepted for one of several concurrent transactions. */
  use(tx: Transaction, proof: Proof): Promise<ProofOutcome>;
}>;

/** Counts an attempt to guess a code of a user. @throws when there are too many. */
export type CountCodeAttempt = (userId: Id<'usr'>) => Promise<void>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  oneTimePasswords: OneTimePasswords;
  recoveryCodes: RecoveryCodes;
  encryption: TextEncryption;
  countCodeAttempt: CountCodeAttempt;
  systemClock: SystemClock;
}>;

export const makeSecondFactorCheck = (deps: Deps): SecondFactorCheck => {
  const use: SecondFactorCheck['use'] = async (tx, { actor, userId, otp }) => {
    const active = (await tx.secondFactors.listOf(userId)).filter(SecondFactor.isActive);
    if (active.length === 0) return 'not_enrolled';
    if (otp === undefined) return 'missing';
    const isUsed =
      (await useCode(tx, deps, { active, otp })) || (await useRecoveryCode(tx, deps, { actor, userId, otp }));
    return isUsed ? 'used' : 'wrong';
  };
  return {
    use,
    async preview(proof) {
      const outcome = await deps.unitOfWork.dryRun((tx) => use(tx, proof));
      // concurrent guesses beyond the limit are not told their outcome
      if (outcome === 'used' || outcome === 'wrong') await deps.countCodeAttempt(proof.userId);
      return outcome;
    },
  };
};

/** Whether the code is an unused one of an app. */
const useCode = async (
  tx: Transaction,
  { oneTimePasswords, encryption, systemClock }: Deps,
  { active, otp }: Readonly<{ active: readonly SecondFactor[]; otp: string }>,
): Promise<boolean> => {
  const at = systemClock.now();
  for (const factor of active) {
    const step = oneTimePasswords.timeStepOf(otp, encryption.decrypt(factor.secret), at);
    if (step === undefined || (factor.lastTimeStep !== null && step <= factor.lastTimeStep)) continue;
    await tx.secondFactors.save(SecondFactor.use(factor, step, at));
    return true;
  }
  return false;
};

/** Whether the text is an unused recovery code. The user is notified, since the factor may have been stolen. */
const useRecoveryCode = async (
  tx: Transaction,
  { recoveryCodes, systemClock }: Deps,
  { actor, userId, otp }: Proof,
): Promise<boolean> => {
  const hash = otp === undefined ? undefined : recoveryCodes.hashOf(otp);
  if (hash === undefined || !(await tx.secondFactors.consumeRecoveryCode(userId, hash))) return false;
  const user = await tx.users.find(userId);
  if (user === undefined) return false;
  await tx.mailRequests.add({ purpose: 'recovery_code_used', emailKey: emailKey(user.email), userId });
  await tx.audit.append(recoveryCodeUsed(actor, userId, systemClock.now()));
  return true;
};
