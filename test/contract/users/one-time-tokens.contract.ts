import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { OneTimeToken } from '#core/users/ports.ts';
import { aUser, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `OneTimeTokenRepository` and `OneTimeTokenQueries`. */
export const oneTimeTokensContract = (name: string, open: OpenStorage): void => {
  describe(`OneTimeTokenRepository on ${name}`, () => {
    const storage = useStorage(open);

    const aToken = async (overrides: Partial<OneTimeToken> = {}): Promise<OneTimeToken> => {
      const user = aUser();
      if (overrides.userId === undefined) await storage().unitOfWork.run((tx) => tx.users.add(user));
      const { hash } = bearerTokens.make('cpr');
      const fresh = { hash, purpose: 'password_reset', userId: user.id, emailKey: 'a@example.com' } as const;
      return { ...fresh, expiresAt: noonPlus(60), ...overrides };
    };
    const add = (token: OneTimeToken) => storage().unitOfWork.run((tx) => tx.oneTimeTokens.add(token));
    const consume = (token: OneTimeToken, at = NOON) => consumeFrom(storage(), token, at);
    const has = (token: OneTimeToken, at = NOON) => storage().oneTimeTokenQueries.has(token, at);

    it('redeems a token once', async () => {
      const token = await aToken();
      await add(token);
      expect(await has(token)).to.equal(true);
      expect(await consume(token)).to.deep.equal(token);
      expect(await has(token)).to.equal(false);
      expect(await consume(token)).to.equal(undefined);
    });

    it('redeems no unknown or expired token and none of another purpose', async () => {
      const token = await aToken();
      expect(await consume(token)).to.equal(undefined);
      await add(token);
      for (const [other, at] of [
        [{ ...token, purpose: 'email_verification' } as const, NOON],
        [token, noonPlus(60)],
      ] as const) {
        expect(await has(other, at)).to.equal(false);
        expect(await consume(other, at)).to.equal(undefined);
      }
      expect(await consume(token, noonPlus(59.999))).to.deep.equal(token);
    });

    it('keeps a token whose transaction failed', async () => {
      const token = await aToken();
      await add(token);
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.oneTimeTokens.consume(token, NOON);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await consume(token)).to.deep.equal(token);
    });

    it('waits for a transaction that holds the user, and then removes the token', async () => {
      const token = await aToken();
      await add(token);
      const [held, mayEnd] = [aGate(), aGate()];
      const removing = storage().unitOfWork.run(async (tx) => {
        await tx.users.get(token.userId);
        held.open();
        await mayEnd.opened;
        await tx.oneTimeTokens.removeAllOf(token.userId);
      });
      await Promise.race([held.opened, removing]);
      const consuming = consume(token);
      await sleep(100);
      mayEnd.open();
      await removing;
      expect(await consuming).to.equal(undefined);
    });

    it('redeems a token for one of several concurrent requests', async () => {
      const token = await aToken();
      await add(token);
      const results = await Promise.all(Array.from({ length: 10 }, () => consume(token)));
      expect(results.filter((one) => one !== undefined)).to.deep.equal([token]);
    });

    it('replaces earlier tokens of the same purpose', async () => {
      const first = await aToken();
      const other = await aToken({ userId: first.userId, purpose: 'email_verification' });
      const second = await aToken({ userId: first.userId });
      for (const token of [first, other, second]) await add(token);
      expect(await has(first)).to.equal(false);
      expect(await consume(second)).to.deep.equal(second);
      expect(await consume(other)).to.deep.equal(other);
    });

    it('removes all tokens of one user only', async () => {
      const [own, another] = [await aToken(), await aToken()];
      const also = await aToken({ userId: own.userId, purpose: 'email_verification' });
      for (const token of [own, also, another]) await add(token);
      await storage().unitOfWork.run((tx) => tx.oneTimeTokens.removeAllOf(own.userId));
      expect(await Promise.all([own, also, another].map((token) => has(token)))).to.deep.equal([false, false, true]);
    });

    it('removes the tokens of one purpose only', async () => {
      const own = await aToken({ purpose: 'email_change' });
      const others = [await aToken({ userId: own.userId }), await aToken({ purpose: 'email_change' })];
      for (const token of [own, ...others]) await add(token);
      await storage().unitOfWork.run((tx) => tx.oneTimeTokens.removeAllOf(own.userId, 'email_change'));
      expect(await Promise.all([own, ...others].map((token) => has(token)))).to.deep.equal([false, true, true]);
    });

    it('removes expired tokens', async () => {
      const [ended, lasting] = [await aToken({ expiresAt: noonPlus(-1) }), await aToken()];
      for (const token of [ended, lasting]) await add(token);
      await storage().oneTimeTokenQueries.removeExpired(NOON);
      expect(await has(ended, noonPlus(-60))).to.equal(false);
      expect(await has(lasting)).to.equal(true);
    });
  });
};

const consumeFrom = ({ unitOfWork }: StorageUnderTest, token: OneTimeToken, at: Date) =>
  unitOfWork.run((tx) => tx.oneTimeTokens.consume(token, at));
