// Why: docs/decisions/0023-confirmed-changes.md

import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { AccessTx, PasswordHasher } from './ports.ts';
import { signInRefusedEntry } from './records.ts';
import { SecondFactor } from './second-factors/second-factor.ts';
import type {
  ProofOutcome,
  SecondFactorCheck,
  SecondFactorInput,
  SecondFactorOffer,
} from './second-factors/second-factor-check.ts';

/** How long after its sign-in a session may change credentials without the password. */
const RECENT_SIGN_IN_MINUTES = 10;

/** What a caller sends to confirm a change of a credential; users with a second factor need it beside the password. */
export type Confirmation = SecondFactorInput & Readonly<{ currentPassword?: string | undefined }>;

/** The caller's password and second factor, which were right before the transaction; undefined without a password. */
export type VerifiedPassword =
  | Readonly<{
      /** The stored hash that the password matched. */
      hash: string;
      /** Uses up the code of the second factor. @throws DomainError `validation_failed` if it is not valid any more. */
      useSecondFactor: (tx: AccessTx) => Promise<void>;
    }>
  | undefined;

export type ConfirmDeps = Readonly<{
  unitOfWork: UnitOfWork<AccessTx>;
  passwords: PasswordHasher;
  secondFactors: SecondFactorCheck;
  systemClock: SystemClock;
}>;

/**
 * Verifies the caller's own password, outside of transactions because it is slow, and then the second factor. A wrong one
 * is recorded like a refused sign-in.
 * @throws DomainError `validation_failed` for a wrong password, or a wrong or missing code.
 */
export const verifyCurrentPassword = async (
  { unitOfWork, passwords, secondFactors, systemClock }: ConfirmDeps,
  actor: Actor,
  { currentPassword: password, otp, passkey }: Confirmation,
): Promise<VerifiedPassword> => {
  if (password === undefined) return undefined;
  const userId = Actor.userOf(actor);
  const recordRefusal = () =>
    unitOfWork.run((tx) => tx.audit.append(signInRefusedEntry(actor, userId, systemClock.now())));
  const user = await unitOfWork.run((tx) => tx.users.find(userId));
  const hash = user?.passwordHash ?? null;
  if (!(await passwords.verify(password, hash)) || hash === null) {
    await recordRefusal();
    throw wrongPassword();
  }
  const proof = { actor, userId, otp, passkey };
  const outcome = await secondFactors.preview(proof);
  if (outcome === 'wrong') await recordRefusal();
  if (outcome === 'missing' || outcome === 'wrong') throw refusalOf(outcome, proof, await secondFactors.offer(userId));
  return {
    hash,
    async useSecondFactor(tx) {
      const used = await secondFactors.use(tx, proof);
      if (used === 'missing' || used === 'wrong') throw refusalOf(used, proof);
    },
  };
};

/** The refusal of a wrong or missing second factor, with what may be sent instead. */
const refusalOf = (
  outcome: Extract<ProofOutcome, 'missing' | 'wrong'>,
  { passkey }: SecondFactorInput,
  offer?: SecondFactorOffer,
): DomainError => {
  const details = { ...offer };
  if (outcome === 'missing') {
    const message =
      'is required beside current_password: a code of your authenticator app, or a recovery code; or send passkey';
    return invalid([{ path: ['otp'], code: 'any.required', message }], details);
  }
  if (passkey !== undefined) {
    const message = 'must be the response of one of your passkeys to the newest passkey_options, not sent before';
    return invalid([{ path: ['passkey'], code: 'passkey.wrong', message }], details);
  }
  const message = 'must be a current code of your authenticator app, or a recovery code, that was not used before';
  return invalid([{ path: ['otp'], code: 'otp.wrong', message }], details);
};

type Confirmed = Readonly<{
  /** The caller, locked. */
  user: Readonly<{ id: Id<'usr'>; passwordHash: string | null }>;
  verified: VerifiedPassword;
}>;

/**
 * Requires the caller's password, whatever the caller's credential is, and uses up the code of the second factor.
 * @throws DomainError `validation_failed` without them.
 */
export const requirePassword = async (tx: AccessTx, { user, verified }: Confirmed): Promise<void> => {
  if (verified === undefined) {
    const message = 'is required: it must be your current password';
    throw invalid([{ path: ['current_password'], code: 'any.required', message }]);
  }
  // the password changed while it was verified
  if (verified.hash !== user.passwordHash) throw wrongPassword();
  await verified.useSecondFactor(tx);
};

/**
 * Requires the caller's password or a recent sign-in, so that a stolen session does not become a permanent access. A user
 * with a second factor has signed in with it, unless the session is older than the factor.
 * @throws DomainError `recent_sign_in_required`; `validation_failed` for a key without the password.
 */
export const requireConfirmation = async (
  tx: AccessTx,
  { actor, systemClock, ...confirmed }: Readonly<{ actor: Actor; systemClock: SystemClock }> & Confirmed,
): Promise<void> => {
  if (actor.kind !== 'session') return requirePassword(tx, confirmed);
  const session = await tx.sessions.find(Actor.sessionOf(actor));
  if (session === undefined) throw credentialEnded();
  if (confirmed.verified !== undefined) return requirePassword(tx, confirmed);
  const oldest = systemClock.now().getTime() - RECENT_SIGN_IN_MINUTES * 60_000;
  const isRecent = session.createdAt.getTime() > oldest;
  if (isRecent && (await isAfterEnrolment(tx, confirmed.user.id, session.createdAt))) return;
  const reason = isRecent
    ? 'This session started before you had a second factor.'
    : `This session started more than ${RECENT_SIGN_IN_MINUTES} minutes ago.`;
  const message =
    'This needs your password or a recent sign-in: send it as current_password, with otp if you have a second factor, ' +
    `or sign in again. ${reason}`;
  throw new DomainError('forbidden', 'recent_sign_in_required', message);
};

/** Whether a sign-in at this time needed a second factor, or the user has none. */
const isAfterEnrolment = async (tx: AccessTx, userId: Id<'usr'>, signedInAt: Date): Promise<boolean> => {
  const factors = await tx.secondFactors.listOf(userId);
  const active = factors.filter(SecondFactor.isActive);
  return active.length === 0 || active.some(({ confirmedAt }) => confirmedAt !== null && confirmedAt < signedInAt);
};

/** The caller's session or key ended while the request was handled. */
export const credentialEnded = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'revoked_api_key',
    'The session or the API key of this request has ended. Sign in again, or use another key.',
  );

const wrongPassword = (): DomainError =>
  invalid([{ path: ['current_password'], code: 'password.wrong', message: 'is not your current password' }]);
