import { Actor, countedClient } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { alreadyExists, invalid } from '#core/shared/domain-error.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import type { PasskeyCreation, Passkeys, VerifiedPasskey } from '../passkeys.ts';
import type { OneTimePasswords, RecoveryCodes } from '../ports.ts';
import { type AuthenticatorApp, Passkey, SecondFactor, type SecondFactorId } from '../second-factor.ts';
import type { CountCodeAttempt } from '../second-factor-check.ts';
import { replaceRecoveryCodes } from './renew-recovery-codes.ts';

/** An active factor with the user's new recovery codes, which are shown only now. */
type ConfirmedFactor = Readonly<{ factor: SecondFactor; recoveryCodes: readonly string[] }>;

/**
 * Activates a pending factor: an authenticator app by a code of it, a passkey by the response of its device. New recovery
 * codes replace the former ones, and the user is notified.
 * @throws DomainError `validation_failed` for a wrong code or response, `invalid_state` for an active factor,
 * `already_exists` for a passkey that the user has.
 */
export type ConfirmSecondFactor = (
  actor: Actor,
  command: Readonly<{ id: SecondFactorId; code?: string | undefined; passkey?: PasskeyCreation | undefined }>,
) => Promise<Work<ConfirmedFactor, AccessTx>>;

type Deps = Readonly<{
  oneTimePasswords: OneTimePasswords;
  recoveryCodes: RecoveryCodes;
  passkeys: Passkeys;
  encryption: TextEncryption;
  countCodeAttempt: CountCodeAttempt;
  systemClock: SystemClock;
}>;

export const makeConfirmSecondFactor =
  (deps: Deps): ConfirmSecondFactor =>
  async (actor, { id, code, passkey }) => {
    const userId = Actor.userOf(actor);
    await deps.countCodeAttempt(userId);
    const created = passkey && (await deps.passkeys.verifyCreation(passkey));
    return async (tx) => {
      const user = await tx.users.get(userId);
      const factors = await tx.secondFactors.listOf(userId);
      const before = SecondFactor.oneOf(factors, id);
      SecondFactor.requirePending(before);
      const at = deps.systemClock.now();
      const after =
        before.type === 'totp'
          ? confirmApp(deps, before, { code, at })
          : await confirmPasskey(tx, before, { created, isSent: passkey !== undefined, factors, at });
      await tx.secondFactors.save(after);
      const recoveryCodes = await replaceRecoveryCodes(tx, deps.recoveryCodes, userId);
      const recipient = { emailKey: user.email, userId };
      await tx.mailRequests.add({ purpose: 'second_factor_added', ...recipient, client: countedClient(actor) });
      await tx.audit.append(secondFactorAuditEntry(actor, 'confirmed', { before, after, at }));
      return { factor: after, recoveryCodes };
    };
  };

const confirmApp = (
  { oneTimePasswords, encryption }: Deps,
  app: AuthenticatorApp,
  { code, at }: Readonly<{ code: string | undefined; at: Date }>,
): SecondFactor => {
  if (code === undefined) throw missing('code', 'the code that the app shows now');
  const lastTimeStep = oneTimePasswords.timeStepOf(code, encryption.decrypt(app.secret), at);
  if (lastTimeStep !== undefined) return SecondFactor.confirm(app, { lastTimeStep }, at);
  throw invalid([{ path: ['code'], code: 'code.wrong', message: 'must be the code that the app shows now' }]);
};

type Created = Readonly<{
  /** Undefined for a response that is not valid. */
  created: VerifiedPasskey | undefined;
  isSent: boolean;
  factors: readonly SecondFactor[];
  at: Date;
}>;

const confirmPasskey = async (
  tx: AccessTx,
  passkey: Passkey,
  { created, isSent, factors, at }: Created,
): Promise<SecondFactor> => {
  if (!isSent) throw missing('passkey', 'the response of navigator.credentials.create');
  const challenge = created && { userId: passkey.userId, challenge: created.challenge };
  if (created === undefined || challenge === undefined || !(await tx.secondFactors.consumeChallenge(challenge, at))) {
    const message = 'must be the response to the creation_options of this factor, within five minutes';
    throw invalid([{ path: ['passkey'], code: 'passkey.wrong', message }]);
  }
  const { credential } = created;
  if (Passkey.credentialsOf(factors).some(({ id }) => id === credential.id)) {
    throw alreadyExists('passkey', 'is a second factor of yours already');
  }
  return SecondFactor.confirm(passkey, { credential }, at);
};

const missing = (field: string, what: string) =>
  invalid([{ path: [field], code: 'any.required', message: `is required for this type of factor: ${what}` }]);
