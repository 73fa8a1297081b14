import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { PasswordHasher } from '#core/access/ports.ts';
import { sessionStartedEntry, signInDryRunEntry, signInRefusedEntry } from '#core/access/records.ts';
import type { Role } from '#core/access/role.ts';
import { secondFactorRequested } from '#core/access/second-factors/audit-entries.ts';
import type {
  ProofOutcome,
  SecondFactorCheck,
  SecondFactorInput,
  SecondFactorOffer,
} from '#core/access/second-factors/second-factor-check.ts';
import { type Device, Session } from '#core/access/session.ts';
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import type { User } from '../user.ts';

export type SignedIn = Readonly<{
  session: Session;
  user: User;
  token: string;
  /** Whether the user must add a second factor before anything else. */
  mustEnrol: boolean;
}>;

/**
 * Verifies one password hash before it returns the work, also for an unknown e-mail: the time reveals nothing. Only who
 * has the right password is told that the user has a second factor.
 * @throws DomainError `invalid_credentials`, `second_factor_required` or `invalid_second_factor`.
 */
export type SignIn = (
  actor: Actor,
  command: Readonly<{
    email: string;
    password: string;
    device: Device;
    /** The work will be undone; the attempt is recorded in the audit log all the same. */
    isDryRun?: boolean;
  }> &
    // ignored for a user without a factor
    SecondFactorInput,
) => Promise<Work<SignedIn, UsersTx>>;

export const makeSignIn =
  (deps: {
    unitOfWork: UnitOfWork<UsersTx>;
    passwords: PasswordHasher;
    secondFactors: SecondFactorCheck;
    tokens: BearerTokens;
    ids: IdGenerator;
    systemClock: SystemClock;
    /** The roles whose sessions may do nothing until their user has a second factor. */
    secondFactorRoles?: readonly Role[];
  }): SignIn =>
  async (actor, { email, password, otp, passkey, device, isDryRun = false }) => {
    const record = (entry: AuditEntry) => deps.unitOfWork.run((tx) => tx.audit.append(entry));
    const [user, rules] = await deps.unitOfWork.run((tx) =>
      Promise.all([tx.users.findByEmail(emailKey(email)), tx.shopRules.read()]),
    );
    const requiresVerifiedEmail = rules.customer_sign_up === 'verified';
    const matches = await deps.passwords.verify(password, user?.passwordHash ?? null);
    const mayEnter = user?.status === 'active' && !(requiresVerifiedEmail && isUnverified(user));
    if (user === undefined || !matches || !mayEnter) {
      await record(signInRefusedEntry(actor, user?.id ?? null, deps.systemClock.now()));
      // the same error, so that it does not tell who has signed up
      throw invalidCredentials(requiresVerifiedEmail);
    }
    const proof = { actor, userId: user.id, otp, passkey };
    const outcome = await deps.secondFactors.preview(proof);
    if (outcome === 'wrong') await record(signInRefusedEntry(actor, user.id, deps.systemClock.now()));
    if (outcome === 'missing') await record(secondFactorRequested(actor, user.id, deps.systemClock.now()));
    if (outcome === 'missing' || outcome === 'wrong') {
      throw refusalOf(outcome, await deps.secondFactors.offer(user.id));
    }
    if (isDryRun) await record(signInDryRunEntry(actor, user.id, deps.systemClock.now()));
    return async (tx) => {
      const { token, hash } = deps.tokens.make('cps');
      const current = await tx.users.lock(user.id);
      // the user may have been disabled, or the password changed, while the hash was verified
      if (current?.status !== 'active' || current.passwordHash !== user.passwordHash) throw invalidCredentials();
      const used = await deps.secondFactors.use(tx, proof);
      if (used === 'missing' || used === 'wrong') throw refusalOf(used);
      const at = deps.systemClock.now();
      const session = Session.start({ id: deps.ids.next('ses'), userId: user.id, hash, ...device, at });
      await tx.sessions.add(session);
      await tx.audit.append(sessionStartedEntry(actor, session));
      const mustEnrol = used === 'not_enrolled' && deps.secondFactorRoles?.includes(current.role) === true;
      return { session, user: current, token, mustEnrol };
    };
  };

const isUnverified = ({ role, emailVerifiedAt }: User): boolean => role === 'customer' && emailVerifiedAt === null;

const invalidCredentials = (requiresVerifiedEmail = false): DomainError => {
  const other = requiresVerifiedEmail ? ', or the e-mail is not verified yet' : '';
  return new DomainError('unauthenticated', 'invalid_credentials', `The e-mail or the password is wrong${other}.`);
};

/** The refusal of a wrong or missing second factor, with what may be sent instead. */
const refusalOf = (outcome: Extract<ProofOutcome, 'missing' | 'wrong'>, offer?: SecondFactorOffer): DomainError => {
  const isMissing = outcome === 'missing';
  const message = isMissing
    ? 'This account needs a second factor: send otp, a code of your authenticator app or a recovery code, or passkey.'
    : 'The second factor is wrong, has expired or was used before: send the current code, a recovery code or passkey.';
  const code = isMissing ? 'second_factor_required' : 'invalid_second_factor';
  return new DomainError('unauthenticated', code, message, { details: { ...offer } });
};
