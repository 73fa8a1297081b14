import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import { signInRefused } from './audit-entries.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** How long after its sign-in a session may change credentials without the password. */
const RECENT_SIGN_IN_MINUTES = 10;

/** The stored hash that the caller's password matched; undefined without a password. */
export type VerifiedPassword = string | undefined;

export type ConfirmDeps = Readonly<{ unitOfWork: UnitOfWork; passwords: PasswordHasher; systemClock: SystemClock }>;

/**
 * Verifies the caller's own password, outside of transactions because it is slow. A wrong one is recorded like a refused
 * sign-in.
 * @throws DomainError `validation_failed` for a wrong password.
 */
export const verifyCurrentPassword = async (
  { unitOfWork, passwords, systemClock }: ConfirmDeps,
  actor: Actor,
  password: string | undefined,
): Promise<VerifiedPassword> => {
  if (password === undefined) return undefined;
  const userId = Actor.userOf(actor);
  const user = await unitOfWork.run((tx) => tx.users.find(userId));
  const stored = user?.passwordHash ?? null;
  if ((await passwords.verify(password, stored)) && stored !== null) return stored;
  await unitOfWork.run((tx) => tx.audit.append(signInRefused(actor, userId, systemClock.now())));
  throw wrongPassword();
};

type Confirmed = Readonly<{
  /** The caller, locked. */
  user: Readonly<{ passwordHash: string | null }>;
  verified: VerifiedPassword;
}>;

/**
 * Requires the caller's password, whatever the caller's credential is.
 * @throws DomainError `validation_failed` without it.
 */
export const requirePassword = ({ user, verified }: Confirmed): void => {
  if (verified === undefined) {
    const message = 'is required: it must be your current password';
    throw invalid([{ path: ['current_password'], code: 'any.required', message }]);
  }
  // the password changed while it was verified
  if (verified !== user.passwordHash) throw wrongPassword();
};

/**
 * Requires the caller's password or a recent sign-in, so that a stolen session does not become a permanent access.
 * @throws DomainError `recent_sign_in_required`; `validation_failed` for a key without the password.
 */
export const requireConfirmation = async (
  tx: Transaction,
  { actor, systemClock, ...confirmed }: Readonly<{ actor: Actor; systemClock: SystemClock }> & Confirmed,
): Promise<void> => {
  if (confirmed.verified !== undefined || actor.kind !== 'session') return requirePassword(confirmed);
  const session = await tx.sessions.find(Actor.sessionOf(actor));
  if (session === undefined) throw credentialEnded();
  const oldest = systemClock.now().getTime() - RECENT_SIGN_IN_MINUTES * 60_000;
  if (session.createdAt.getTime() > oldest) return;
  const message =
    'This needs your password or a recent sign-in: send it as current_password, or sign in again. ' +
    `This session started more than ${RECENT_SIGN_IN_MINUTES} minutes ago.`;
  throw new DomainError('forbidden', 'recent_sign_in_required', message);
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
