import { type ConfirmDeps, requireConfirmation, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { TextEncryption } from '#core/shared/text-encryption.ts';
import type { ShopQueries } from '#core/shop/shop-repository.ts';
import type { Work } from '#core/storage.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import type { OneTimePasswords } from '../one-time-passwords.ts';
import { SecondFactor, type SecondFactorType } from '../second-factor.ts';

/** A factor that awaits its first code, with the secret and its URL, which are shown only now. */
type EnrolledFactor = Readonly<{ factor: SecondFactor; secret: string; url: string }>;

/**
 * Begins the enrolment of a second factor of the actor's user. It replaces one that was not confirmed. Requires the
 * password, or a recent sign-in of a session.
 * @throws DomainError `too_many_second_factors`.
 */
export type EnrolSecondFactor = (
  actor: Actor,
  command: Readonly<{
    type: SecondFactorType;
    name: string;
    currentPassword?: string | undefined;
    otp?: string | undefined;
  }>,
) => Promise<Work<EnrolledFactor>>;

type Deps = ConfirmDeps &
  Readonly<{ oneTimePasswords: OneTimePasswords; encryption: TextEncryption; ids: IdGenerator; shop: ShopQueries }>;

export const makeEnrolSecondFactor =
  (deps: Deps): EnrolSecondFactor =>
  async (actor, { type, name, ...confirmation }) => {
    const { oneTimePasswords, encryption, systemClock } = deps;
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { name: issuer } = await deps.shop.get();
    const secret = oneTimePasswords.makeSecret();
    return async (tx) => {
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      const factors = await tx.secondFactors.listOf(user.id);
      SecondFactor.requireRoom(factors.filter(SecondFactor.isActive));
      for (const factor of factors) if (factor.status === 'pending') await tx.secondFactors.remove(factor);
      const at = systemClock.now();
      const fields = { userId: user.id, type, name, secret: encryption.encrypt(secret) };
      const factor = SecondFactor.enrol({ id: deps.ids.next('fac'), ...fields, at });
      await tx.secondFactors.add(factor);
      await tx.audit.append(...secondFactorAuditEntry(actor, 'enrolled', { before: null, after: factor, at }));
      return { factor, secret, url: oneTimePasswords.urlOf(secret, { issuer, account: user.email }) };
    };
  };
