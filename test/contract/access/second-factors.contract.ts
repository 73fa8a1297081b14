import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { recoveryCodes } from '#adapters/system/recovery-codes.ts';
import { SecondFactor, secondFactorView } from '#core/access/second-factors/second-factor.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import type { User } from '#core/users/user.ts';
import { aUser, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aFactor, aPasskey } from '../../support/builders/second-factors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `SecondFactorRepository` and `SecondFactorQueries`. */
export const secondFactorsContract = (name: string, open: OpenStorage): void => {
  describe(`SecondFactorRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const join = async (): Promise<User> => {
      const user = aUser();
      await run((tx) => tx.users.add(user));
      return user;
    };
    const add = (...factors: readonly SecondFactor[]) =>
      run(async (tx) => {
        for (const factor of factors) await tx.secondFactors.add(factor);
      });
    const listOf = ({ id }: User) => run((tx) => tx.secondFactors.listOf(id));
    const consume = ({ id }: User, hash: ReturnType<typeof recoveryCodes.make>['hash']) =>
      run((tx) => tx.secondFactors.consumeRecoveryCode(id, hash));

    it('lists the factors of a user as they were stored, the oldest first', async () => {
      const [user, other] = [await join(), await join()];
      const [second, first] = [aFactor(user, { at: noonPlus(1) }).factor, aFactor(user).factor];
      await add(second, first, aFactor(other).factor);
      expect(await listOf(user)).to.deep.equal([first, second]);
      const confirmed = SecondFactor.confirm(first, { lastTimeStep: 59_850_788 }, noonPlus(2));
      await run((tx) => tx.secondFactors.save(confirmed));
      expect(await listOf(user)).to.deep.equal([confirmed, second]);
      await run((tx) => tx.secondFactors.remove(first));
      expect(await listOf(user)).to.deep.equal([second]);
    });

    it('saves only the next version of a stored factor', async () => {
      const { factor } = aFactor(await join());
      const used = SecondFactor.use(factor, { lastTimeStep: 1 }, noonPlus(1));
      expect(await rejectionOf(run((tx) => tx.secondFactors.save(used)))).to.include({ kind: 'conflict' });
      await add(factor);
      await run((tx) => tx.secondFactors.save(used));
      expect(await rejectionOf(run((tx) => tx.secondFactors.save(used)))).to.include({ kind: 'conflict' });
    });

    it('adds no factor of a removed user', async () => {
      const { factor } = aFactor(aUser());
      expect(await rejectionOf(add(factor))).to.include({ kind: 'conflict' });
    });

    it('uses up a recovery code of the user once, whatever races', async () => {
      const [user, other] = [await join(), await join()];
      const [code, another] = [recoveryCodes.make(), recoveryCodes.make()];
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [code.hash, another.hash]));
      expect(await consume(other, code.hash)).to.equal(false);
      const results = await Promise.all(Array.from({ length: 10 }, () => consume(user, code.hash)));
      expect(results.filter((isConsumed) => isConsumed)).to.have.length(1);
      expect(await consume(user, another.hash)).to.equal(true);
    });

    it('keeps a recovery code whose transaction failed', async () => {
      const [user, code] = [await join(), recoveryCodes.make()];
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [code.hash]));
      const attempt = run(async (tx) => {
        await tx.secondFactors.consumeRecoveryCode(user.id, code.hash);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await consume(user, code.hash)).to.equal(true);
    });

    it('replaces the recovery codes of one user only', async () => {
      const [user, other] = [await join(), await join()];
      const [former, next, others] = [recoveryCodes.make(), recoveryCodes.make(), recoveryCodes.make()];
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [former.hash]));
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(other.id, [others.hash]));
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [next.hash]));
      expect(await consume(user, former.hash)).to.equal(false);
      expect(await consume(user, next.hash)).to.equal(true);
      expect(await consume(other, others.hash)).to.equal(true);
    });

    it('removes everything of one user only', async () => {
      const [user, other] = [await join(), await join()];
      const [own, others] = [recoveryCodes.make(), recoveryCodes.make()];
      const kept = aFactor(other).factor;
      await add(aFactor(user).factor, aFactor(user).factor, kept);
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(user.id, [own.hash]));
      await run((tx) => tx.secondFactors.replaceRecoveryCodes(other.id, [others.hash]));
      await run((tx) => tx.secondFactors.removeAllOf(user.id));
      expect([await listOf(user), await listOf(other)]).to.deep.equal([[], [kept]]);
      expect([await consume(user, own.hash), await consume(other, others.hash)]).to.deep.equal([false, true]);
    });

    it('stores a passkey with its credential, pending without one', async () => {
      const user = await join();
      const pending = aPasskey(user);
      await add(pending);
      expect(await listOf(user)).to.deep.equal([pending]);
      const transports = ['usb', 'an "odd" name'];
      const credential = { id: 'aWQ', publicKey: 'cHVibGlj', counter: 4_294_967_295, transports };
      const confirmed = SecondFactor.confirm(pending, { credential }, noonPlus(1));
      await run((tx) => tx.secondFactors.save(confirmed));
      expect(await listOf(user)).to.deep.equal([confirmed]);
    });

    const challengeOf = ({ id: userId }: User, seconds = 60) => ({
      challenge: randomBytes(32).toString('base64url'),
      userId,
      expiresAt: noonPlus(seconds),
    });
    type Challenge = ReturnType<typeof challengeOf>;
    const issue = async (...challenges: readonly Challenge[]) => {
      for (const each of challenges) await run((tx) => tx.secondFactors.addChallenge(each));
    };
    const sign = (challenge: Challenge, at = NOON) => run((tx) => tx.secondFactors.consumeChallenge(challenge, at));

    it('uses up a challenge of the user once, whatever races, and none that has expired', async () => {
      const [user, other] = [await join(), await join()];
      const [challenge, late] = [challengeOf(user), challengeOf(user)];
      await issue(challenge, late);
      expect(await sign({ ...challenge, userId: other.id })).to.equal(false);
      expect(await sign({ ...challenge, challenge: 'another' })).to.equal(false);
      const results = await Promise.all(Array.from({ length: 10 }, () => sign(challenge)));
      expect(results.filter((isSigned) => isSigned)).to.have.length(1);
      expect(await sign(late, noonPlus(60))).to.equal(false);
      expect(await sign(late, noonPlus(59))).to.equal(true);
    });

    it('keeps the ten newest challenges of each user', async () => {
      const [user, other] = [await join(), await join()];
      const others = challengeOf(other);
      const challenges = Array.from({ length: 12 }, (_, index) => challengeOf(user, 60 + index));
      await issue(others, ...challenges);
      const signed: boolean[] = [];
      for (const each of challenges) signed.push(await sign(each));
      expect(signed).to.deep.equal([false, false, ...Array.from({ length: 10 }, () => true)]);
      expect(await sign(others)).to.equal(true);
    });

    it('removes expired challenges, and those of a removed user', async () => {
      const [user, other] = [await join(), await join()];
      const [expired, valid, others] = [challengeOf(user, 1), challengeOf(user, 2), challengeOf(other, 2)];
      await issue(expired, valid, others);
      await storage().secondFactorQueries.removeExpiredChallenges(noonPlus(2));
      expect(await sign(expired)).to.equal(false);
      await run((tx) => tx.secondFactors.removeAllOf(user.id));
      expect([await sign(valid), await sign(others)]).to.deep.equal([false, true]);
      expect(await rejectionOf(issue(challengeOf(aUser())))).to.include({ kind: 'conflict' });
    });

    it('shows a user the factors without secrets, in pages, the newest first', async () => {
      const [user, other] = [await join(), await join()];
      const [first, second] = [aFactor(user).factor, aFactor(user, { at: noonPlus(1) }).factor];
      await add(first, second, aFactor(other).factor);
      const used = SecondFactor.confirm(first, { lastTimeStep: 7 }, noonPlus(2));
      await run((tx) => tx.secondFactors.save(used));
      const page = await storage().secondFactorQueries.list({ userId: user.id, page: { limit: 1 } });
      expect(page.items.map(Json.parse)).to.deep.equal([secondFactorView(second)]);
      const next = { limit: 1, after: page.next ?? undefined };
      const rest = await storage().secondFactorQueries.list({ userId: user.id, page: next });
      expect(rest.items.map(Json.parse)).to.deep.equal([secondFactorView(used)]);
      expect(rest.next).to.equal(null);
    });
  });
};
