import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../ports.ts';
import { recoveryCodeUsed } from './audit-entries.ts';
import type { PasskeyAssertion, PasskeyOptions, Passkeys } from './passkeys.ts';
import type { OneTimePasswords, RecoveryCodes } from './ports.ts';
import { Passkey, SecondFactor, type SecondFactorType } from './second-factor.ts';

/** Longer than browsers wait for a passkey. */
const LIFETIME_MS = 5 * 60_000;

/** Stores a challenge of a locked user until a passkey has signed it. */
export const addChallenge = (
  tx: AccessTx,
  { userId, challenge, at }: Readonly<{ userId: Id<'usr'>; challenge: string; at: Date }>,
): Promise<void> =>
  tx.secondFactors.addChallenge({ userId, challenge, expiresAt: new Date(at.getTime() + LIFETIME_MS) });

// Why: docs/decisions/0050-second-factors.md

/** What a user sends as the second factor. A passkey goes before a code. */
export type SecondFactorInput = Readonly<{
  /** A code of an app, or a recovery code. */
  otp?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}>;

type Proof = SecondFactorInput & Readonly<{ actor: Actor; userId: Id<'usr'> }>;

/** How a user may prove the second factor, in the API's names. */
export type SecondFactorOffer = Readonly<{
  second_factor_methods: readonly (SecondFactorType | 'recovery_code')[];
  /** The options to use a passkey, for users who have one. */
  passkey_options?: PasskeyOptions;
}>;

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
  use(tx: AccessTx, proof: Proof): Promise<ProofOutcome>;
  /** How the user may prove the second factor, with a new challenge for the passkeys. */
  offer(userId: Id<'usr'>): Promise<SecondFactorOffer>;
}>;

/** Counts an attempt to guess a code of a user. @throws when there are too many. */
export type CountCodeAttempt = (userId: Id<'usr'>) => Promise<void>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<AccessTx>;
  oneTimePasswords: OneTimePasswords;
  recoveryCodes: RecoveryCodes;
  passkeys: Passkeys;
  encryption: TextEncryption;
  countCodeAttempt: CountCodeAttempt;
  systemClock: SystemClock;
}>;

export const makeSecondFactorCheck = (deps: Deps): SecondFactorCheck => {
  const activeOf = async (tx: AccessTx, userId: Id<'usr'>): Promise<readonly SecondFactor[]> =>
    (await tx.secondFactors.listOf(userId)).filter(SecondFactor.isActive);
  const use: SecondFactorCheck['use'] = async (tx, { actor, userId, otp, passkey }) => {
    const active = await activeOf(tx, userId);
    if (active.length === 0) return 'not_enrolled';
    if (passkey !== undefined) return (await usePasskey(tx, deps, { active, passkey })) ? 'used' : 'wrong';
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
    offer: async (userId) => offerOf(deps, userId, await deps.unitOfWork.run((tx) => activeOf(tx, userId))),
  };
};

const offerOf = async (
  { passkeys, unitOfWork, systemClock }: Deps,
  userId: Id<'usr'>,
  active: readonly SecondFactor[],
): Promise<SecondFactorOffer> => {
  const credentials = passkeys.isAvailable() ? Passkey.credentialsOf(active) : [];
  const types = new Set(active.map(({ type }) => type));
  if (credentials.length === 0) types.delete('passkey');
  const methods = [...types, 'recovery_code'] as const;
  if (credentials.length === 0) return { second_factor_methods: methods };
  const options = await passkeys.requestOptions(credentials);
  await unitOfWork.run(async (tx) => {
    // the user may have been erased
    if ((await tx.users.lock(userId)) === undefined) return;
    await addChallenge(tx, { userId, challenge: options.challenge, at: systemClock.now() });
  });
  return { second_factor_methods: methods, passkey_options: options };
};

/** Whether a passkey of the user has signed an unused challenge. */
const usePasskey = async (
  tx: AccessTx,
  { passkeys, systemClock }: Deps,
  { active, passkey }: Readonly<{ active: readonly SecondFactor[]; passkey: PasskeyAssertion }>,
): Promise<boolean> => {
  for (const factor of active) {
    if (factor.type !== 'passkey' || factor.credential === null || factor.credential.id !== passkey.id) continue;
    const verified = await passkeys.verifyAssertion(passkey, factor.credential);
    const at = systemClock.now();
    if (verified === undefined) continue;
    const { credential, challenge } = verified;
    if (!(await tx.secondFactors.consumeChallenge({ userId: factor.userId, challenge }, at))) continue;
    await tx.secondFactors.save(SecondFactor.use(factor, { credential }, at));
    return true;
  }
  return false;
};

/** Whether the code is an unused one of an app. */
const useCode = async (
  tx: AccessTx,
  { oneTimePasswords, encryption, systemClock }: Deps,
  { active, otp }: Readonly<{ active: readonly SecondFactor[]; otp: string }>,
): Promise<boolean> => {
  const at = systemClock.now();
  for (const factor of active) {
    if (factor.type !== 'totp') continue;
    const step = oneTimePasswords.timeStepOf(otp, encryption.decrypt(factor.secret), at);
    if (step === undefined || (factor.lastTimeStep !== null && step <= factor.lastTimeStep)) continue;
    await tx.secondFactors.save(SecondFactor.use(factor, { lastTimeStep: step }, at));
    return true;
  }
  return false;
};

/** Whether the text is an unused recovery code. The user is notified, since the factor may have been stolen. */
const useRecoveryCode = async (
  tx: AccessTx,
  { recoveryCodes, systemClock }: Deps,
  { actor, userId, otp }: Proof,
): Promise<boolean> => {
  const hash = otp === undefined ? undefined : recoveryCodes.hashOf(otp);
  if (hash === undefined || !(await tx.secondFactors.consumeRecoveryCode(userId, hash))) return false;
  const user = await tx.users.find(userId);
  if (user === undefined) return false;
  const recipient = { emailKey: user.email, userId };
  await tx.mailRequests.add({ purpose: 'recovery_code_used', ...recipient, client: countedClient(actor) });
  await tx.audit.append(recoveryCodeUsed(actor, userId, systemClock.now()));
  return true;
};
