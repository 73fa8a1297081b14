import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { AccessTx } from '../../ports.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import type { PasskeyOptions, Passkeys } from '../passkeys.ts';
import type { OneTimePasswords } from '../ports.ts';
import { AuthenticatorApp, Passkey, SecondFactor, type SecondFactorType } from '../second-factor.ts';
import { addChallenge } from '../second-factor-check.ts';

/** A factor that awaits its confirmation, with what its device needs, which is shown only now. */
type EnrolledFactor =
  | Readonly<{ factor: AuthenticatorApp; secret: string; url: string }>
  | Readonly<{ factor: Passkey; options: PasskeyOptions }>;

/**
 * Begins the enrolment of a second factor of the actor's user. It replaces one that was not confirmed. Requires the
 * password, or a recent sign-in of a session.
 * @throws DomainError `too_many_second_factors`; `validation_failed` for a passkey where the service's host has no name.
 */
export type EnrolSecondFactor = (
  actor: Actor,
  command: Readonly<{ type: SecondFactorType; name: string }> & Confirmation,
) => Promise<Work<EnrolledFactor, AccessTx>>;

type Deps = ConfirmDeps &
  Readonly<{
    oneTimePasswords: OneTimePasswords;
    passkeys: Passkeys;
    encryption: TextEncryption;
    ids: IdGenerator;
    shop: ShopQueries;
  }>;

export const makeEnrolSecondFactor =
  (deps: Deps): EnrolSecondFactor =>
  async (actor, { type, name, ...confirmation }) => {
    const { systemClock } = deps;
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const prepared = type === 'totp' ? await prepareApp(deps) : await preparePasskey(deps, Actor.userOf(actor));
    return async (tx) => {
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      const factors = await tx.secondFactors.listOf(user.id);
      SecondFactor.requireRoom(factors.filter(SecondFactor.isActive));
      for (const factor of factors) if (factor.status === 'pending') await tx.secondFactors.remove(factor);
      const at = systemClock.now();
      const enrolled = prepared({ id: deps.ids.next('fac'), userId: user.id, name, at }, user);
      await tx.secondFactors.add(enrolled.factor);
      if ('options' in enrolled) {
        await addChallenge(tx, { userId: user.id, challenge: enrolled.options.challenge, at });
      }
      await tx.audit.append(secondFactorAuditEntry(actor, 'enrolled', { before: null, after: enrolled.factor, at }));
      return enrolled;
    };
  };

/** Makes the factor of a locked user. */
type Prepared = (fields: Parameters<(typeof Passkey)['enrol']>[0], user: Readonly<{ email: string }>) => EnrolledFactor;

const prepareApp = async ({ oneTimePasswords, encryption, shop }: Deps): Promise<Prepared> => {
  const { name: issuer } = await shop.get();
  const secret = oneTimePasswords.makeSecret();
  return (fields, { email }) => ({
    factor: AuthenticatorApp.enrol({ ...fields, secret: encryption.encrypt(secret) }),
    secret,
    url: oneTimePasswords.urlOf(secret, { issuer, account: email }),
  });
};

const preparePasskey = async ({ passkeys, shop, unitOfWork }: Deps, userId: Id<'usr'>): Promise<Prepared> => {
  if (!passkeys.isAvailable()) {
    const message = 'must be totp: passkeys need a PUBLIC_URL with the name of a host instead of an address';
    throw invalid([{ path: ['type'], code: 'passkey.unavailable', message }]);
  }
  const { name: issuer } = await shop.get();
  const [user, factors] = await unitOfWork.run(async (tx) => [
    await tx.users.get(userId),
    await tx.secondFactors.listOf(userId),
  ]);
  const options = await passkeys.creationOptions({
    issuer,
    user: { id: userId, name: user.email },
    existing: Passkey.credentialsOf(factors),
  });
  return (fields) => ({ factor: Passkey.enrol(fields), options });
};
