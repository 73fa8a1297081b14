import { expect } from 'chai';
import { ApiKey, type ApiKeyId } from '#core/access/api-key.ts';
import { SCOPES } from '#core/access/scope.ts';
import { aKey, aPublishableKey, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const CONFLICT = { kind: 'conflict', code: 'conflict' };

export const apiKeyRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`ApiKeyRepository on ${name}`, () => {
    const storage = useStorage(open);
    const user = aUser();
    const add = (key: ApiKey): Promise<void> => storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
    const save = (key: ApiKey): Promise<void> => storage().unitOfWork.run((tx) => tx.apiKeys.save(key));
    const get = (id: ApiKey['id']): Promise<ApiKey> => storage().unitOfWork.run((tx) => tx.apiKeys.get(id));

    before(() => storage().unitOfWork.run((tx) => tx.users.add(user)));

    it('rejects an unknown id', async () => {
      expect(await rejectionOf(get(ids.next('key')))).to.include({ kind: 'not_found', code: 'not_found' });
    });

    it('round-trips the smallest and the largest key', async () => {
      const restrictions = { allowedIps: ['203.0.113.0/24', '2001:db8::1'], expiresAt: noonPlus(0.999) };
      const smallest = aKey(user, { name: 'x', scopes: [] }).key;
      const largest = aKey(user, { name: '𝒜'.repeat(100), scopes: SCOPES, ...restrictions }).key;
      const origins = ['https://shop.example', 'http://localhost:5173'];
      const rateLimit = { calls: 999_999_999, seconds: 999_999 };
      const publishable = aPublishableKey(user, { allowedOrigins: origins, rateLimit }).key;
      for (const key of [smallest, largest, publishable]) {
        await add(key);
        expect(await get(key.id)).to.deep.equal(key);
      }
    });

    it('stores changes as the next version', async () => {
      const { key } = aKey(user);
      await add(key);
      const shortened = ApiKey.endBy(key, noonPlus(60), noonPlus(1));
      await save(shortened);
      expect(await get(key.id)).to.deep.equal(shortened);
      const revoked = ApiKey.revoke(shortened, noonPlus(2));
      await save(revoked);
      expect(await get(key.id)).to.deep.equal(revoked);
    });

    it('reads its own writes within a transaction', async () => {
      const { key } = aKey(user);
      const revoked = ApiKey.revoke(key, noonPlus(1));
      await storage().unitOfWork.run(async (tx) => {
        await tx.apiKeys.add(key);
        expect(await tx.apiKeys.get(key.id)).to.deep.equal(key);
        await tx.apiKeys.save(revoked);
        expect(await tx.apiKeys.get(key.id)).to.deep.equal(revoked);
      });
    });

    it('stores the next version without other changes', async () => {
      const { key } = aKey(user, { expiresAt: noonPlus(60) });
      await add(key);
      await save({ ...key, version: 2 });
      expect(await get(key.id)).to.deep.equal({ ...key, version: 2 });
    });

    it('rejects any version but the next', async () => {
      const { key } = aKey(user);
      expect(await rejectionOf(save(ApiKey.revoke(key, NOON)))).to.include(CONFLICT);
      await add(key);
      const revoked = ApiKey.revoke(key, NOON);
      await save(revoked);
      for (const rejected of [revoked, key, { ...revoked, version: 4 }]) {
        expect(await rejectionOf(save(rejected))).to.include(CONFLICT);
      }
      expect(await get(key.id)).to.deep.equal(revoked);
    });

    it('does not overwrite lastUsedAt with an older value', async () => {
      const { key } = aKey(user);
      await add(key);
      await storage().credentialQueries.recordUse(new Map([[key.id, noonPlus(5)]]));
      await save(ApiKey.revoke(key, noonPlus(6)));
      expect((await get(key.id)).lastUsedAt).to.deep.equal(noonPlus(5));
    });

    it('serializes three concurrent changes of one key', async () => {
      const { key } = aKey(user);
      await add(key);
      const revoke = (): Promise<boolean> =>
        storage().unitOfWork.run(async (tx) => {
          const before = await tx.apiKeys.get(key.id);
          const revoked = ApiKey.revoke(before, NOON);
          if (revoked !== before) await tx.apiKeys.save(revoked);
          return revoked !== before;
        });
      const outcomes = await Promise.all([revoke(), revoke(), revoke()]);
      expect(outcomes.filter((isRevoked) => isRevoked)).to.have.length(1);
      expect((await get(key.id)).version).to.equal(2);
    });

    describe('claimExpiring', () => {
      const claim = (seconds: number, limit = 100) =>
        storage().unitOfWork.run((tx) =>
          tx.apiKeys.claimExpiring({ before: noonPlus(seconds), at: noonPlus(500), limit }),
        );

      it('returns keys that expire before a time, each once, and marks them as announced', async () => {
        const [soon, later, never] = [noonPlus(700), noonPlus(2000), null].map(
          (expiresAt) => aKey(user, { expiresAt }).key,
        );
        for (const key of [soon, later, never]) if (key) await add(key);
        const keys = await claim(1000);
        expect(keys).to.deep.equal([{ ...soon, expiryAnnouncedAt: noonPlus(500) }]);
        expect(await get(keys[0]?.id ?? 'key_')).to.deep.equal(keys[0]);
        expect(await claim(1000)).to.deep.equal([]);
        expect((await claim(3000)).map(({ id }) => id)).to.deep.equal([later?.id]);
      });

      it('skips expired and revoked keys, and keys whose expiry was brought forward', async () => {
        const [expired, revoked, shortened] = [400, 700, 700].map(
          (second) => aKey(user, { expiresAt: noonPlus(second) }).key,
        );
        for (const key of [expired, revoked, shortened]) if (key) await add(key);
        if (revoked) await save(ApiKey.revoke(revoked, NOON));
        if (shortened) await save(ApiKey.endBy(shortened, noonPlus(600), NOON));
        expect(await claim(1000)).to.deep.equal([]);
      });

      it('returns each key to one of several concurrent callers, up to the limit', async () => {
        for (let index = 0; index < 12; index += 1) await add(aKey(user, { expiresAt: noonPlus(800) }).key);
        const batches = await Promise.all(Array.from({ length: 6 }, () => claim(1000, 5)));
        for (const batch of batches) expect(batch.length).to.be.at.most(5);
        const rest = await claim(1000);
        const all = [...batches.flat(), ...rest].map(({ id }) => id);
        expect([all.length, new Set(all).size]).to.deep.equal([12, 12]);
      });
    });

    it('lists the keys that keys created, also revoked ones', async () => {
      const { key: first } = aKey(user);
      const made = [aKey(user, { createdByKey: first.id }).key, aKey(user, { createdByKey: first.id }).key];
      const last = aKey(user, { createdByKey: made[0]?.id ?? null }).key;
      for (const key of [first, ...made, last]) await add(key);
      await save(ApiKey.revoke(last, noonPlus(1)));
      const listed = (...ids: ApiKeyId[]) =>
        storage().unitOfWork.run(async (tx) => (await tx.apiKeys.listCreatedBy(ids)).map(({ id }) => id));
      expect(await listed(first.id)).to.deep.equal(made.map(({ id }) => id));
      expect(await listed(...made.map(({ id }) => id))).to.deep.equal([last.id]);
      expect(await listed(last.id)).to.deep.equal([]);
    });

    it('removes all keys of one user and no others', async () => {
      const [one, other] = [aUser(), aUser()];
      const keys = [one, one, other].map((owner) => aKey(owner).key);
      await storage().unitOfWork.run(async (tx) => {
        for (const owner of [one, other]) await tx.users.add(owner);
        for (const key of keys) await tx.apiKeys.add(key);
      });
      await storage().unitOfWork.run((tx) => tx.apiKeys.removeAllOf(one.id));
      const found = await Promise.all(keys.map(({ hash }) => storage().credentialQueries.findByHash(hash)));
      expect(found.map((credential) => credential?.actor.userId)).to.deep.equal([undefined, undefined, other.id]);
    });
  });
};
