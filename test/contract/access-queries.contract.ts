import { expect } from 'chai';
import { ApiKey } from '#core/access/api-key.ts';
import { type ApiKeyView, apiKeyView } from '#core/access/api-key-view.ts';
import type { Position } from '#core/shared/page.ts';
import { userView } from '#core/users/user-view.ts';
import { aKey, aUser, ids, noonPlus } from '../support/builders.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const accessQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`AccessQueries on ${name}`, () => {
    const storage = useStorage(open);
    const user = aUser({ name: 'Zoë 𝒜', role: 'admin', permissions: ['*', 'orders:read'], passwordHash: 'a secret' });
    const keys = Array.from({ length: 7 }, (_, place) => {
      const expiresAt = place % 2 ? noonPlus(0.5) : null;
      return aKey(user, { name: `key ${place} 𝒜`, expiresAt, at: noonPlus(Math.floor(place / 3)) }).key;
    });
    const newestFirst = [...keys].reverse();

    const listKeys = async (limit: number, after?: Position, includeTotal?: boolean) => {
      const page = await storage().accessQueries.listKeys({ limit, after, includeTotal });
      return { ...page, data: JSON.parse(page.data) as ApiKeyView[] };
    };

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        await tx.users.add(user);
        for (const key of keys) await tx.apiKeys.add(key);
      }),
    );

    it('finds a user as the view says, without the password', async () => {
      const found = await storage().accessQueries.findUser(user.id);
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(userView(user));
      expect(found?.version).to.equal(1);
      expect(found?.view).to.not.include('a secret');
    });

    it('finds neither a user nor a key that is not there', async () => {
      expect(await storage().accessQueries.findUser(ids.next('usr'))).to.equal(undefined);
      expect(await storage().accessQueries.findKey(ids.next('key'))).to.equal(undefined);
    });

    it('finds a key as the view says, in each of its states, without the hash', async () => {
      const { key } = aKey(user, { scopes: ['products:read', 'keys:write'], at: noonPlus(-60) });
      const ending = ApiKey.endBy(key, noonPlus(60), noonPlus(1));
      const states = [key, ending, ApiKey.revoke(ending, noonPlus(2))];
      for (const state of states) {
        await storage().unitOfWork.run((tx) => (state === key ? tx.apiKeys.add(key) : tx.apiKeys.save(state)));
        const found = await storage().accessQueries.findKey(key.id);
        expect(JSON.parse(found?.view ?? '')).to.deep.equal(apiKeyView(state));
        expect(found?.version).to.equal(state.version);
        expect(found?.view).to.not.include(key.hash);
      }
    });

    it('shows when a key was last used', async () => {
      const { key } = aKey(user, { at: noonPlus(-60) });
      await storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
      await storage().credentialQueries.recordUse(new Map([[key.id, noonPlus(3.5)]]));
      const found = await storage().accessQueries.findKey(key.id);
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(apiKeyView({ ...key, lastUsedAt: noonPlus(3.5) }));
    });

    it('lists the keys, the newest first', async () => {
      const { data } = await listKeys(7);
      expect(data).to.deep.equal(newestFirst.map(apiKeyView));
    });

    it('lists every key once by pages, also while keys are added', async () => {
      const { total = 0 } = await listKeys(1, undefined, true);
      const visited: string[] = [];
      let after: Position | undefined;
      do {
        const page = await listKeys(3, after);
        visited.push(...page.data.map(({ id }) => id));
        after = page.next ?? undefined;
        await storage().unitOfWork.run((tx) => tx.apiKeys.add(aKey(user, { at: noonPlus(1000) }).key));
      } while (after !== undefined);
      expect(visited).to.have.length(total);
      expect(visited.slice(0, 7)).to.deep.equal(newestFirst.map(({ id }) => id));
      expect(new Set(visited).size).to.equal(total);
    });
  });
};
