import { expect } from 'chai';
import { ApiKey, apiKeyView } from '#core/access/api-key.ts';
import { type Session, sessionView } from '#core/access/session.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { aKey, aPublishableKey, aSession, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const accessQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`AccessQueries on ${name}`, () => {
    const storage = useStorage(open);
    const user = aUser();
    const keys = Array.from({ length: 7 }, (_, index) => {
      const expiresAt = index % 2 ? noonPlus(0.5) : null;
      return aKey(user, { name: `key ${index} 𝒜`, expiresAt, at: noonPlus(Math.floor(index / 3)) }).key;
    });
    const newestFirst = [...keys].reverse();

    const listKeys = async (limit: number, after?: Position, includeTotal?: boolean) => {
      const page = await storage().accessQueries.listKeys({ filter: {}, page: { limit, after, includeTotal } });
      return { ...page, items: page.items.map(Json.parse) };
    };

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        await tx.users.add(user);
        for (const key of keys) await tx.apiKeys.add(key);
      }),
    );

    it('finds nothing for an unknown key', async () => {
      expect(await storage().accessQueries.findKey(ids.next('key'))).to.equal(undefined);
    });

    it('finds a key in each of its states, without the hash', async () => {
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

    it('finds a publishable key with its origins and its rate limit', async () => {
      const rateLimit = { calls: 60, seconds: 10 };
      const { key } = aPublishableKey(user, { rateLimit, at: noonPlus(-60) });
      await storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
      const found = await storage().accessQueries.findKey(key.id);
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(apiKeyView(key));
      const expected = { kind: 'publishable', allowed_origins: ['https://shop.example'], rate_limit: '60/10' };
      expect(apiKeyView(key)).to.deep.include(expected);
    });

    it('shows the last use of a key', async () => {
      const { key } = aKey(user, { at: noonPlus(-60) });
      await storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
      await storage().credentialQueries.recordUse(new Map([[key.id, noonPlus(3.5)]]));
      const found = await storage().accessQueries.findKey(key.id);
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(apiKeyView({ ...key, lastUsedAt: noonPlus(3.5) }));
    });

    it('lists keys, the newest first', async () => {
      const { items } = await listKeys(7);
      expect(items).to.deep.equal(newestFirst.map(apiKeyView));
    });

    it('pages through every key once while keys are added', async () => {
      const { total = 0 } = await listKeys(1, undefined, true);
      const visited: string[] = [];
      let after: Position | undefined;
      do {
        const page = await listKeys(3, after);
        visited.push(...page.items.map(({ id }) => id));
        after = page.next ?? undefined;
        await storage().unitOfWork.run((tx) => tx.apiKeys.add(aKey(user, { at: noonPlus(1000) }).key));
      } while (after !== undefined);
      expect(visited).to.have.length(total);
      expect(visited.slice(0, 7)).to.deep.equal(newestFirst.map(({ id }) => id));
      expect(new Set(visited).size).to.equal(total);
    });

    it('lists a user’s active sessions, the newest first, and marks the calling one', async () => {
      const other = aUser();
      const sessions = [0, 1, 1, 2].map((seconds) => aSession(user, noonPlus(seconds)).session);
      const [oldest, , , newest] = sessions;
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(other);
        for (const session of [...sessions, aSession(other).session]) await tx.sessions.add(session);
      });
      const list = async (
        at: Date,
        limit = 100,
        after?: Position,
        current: Session['id'] | null = newest?.id ?? null,
      ) => {
        const page = { limit, after, includeTotal: true };
        const listed = await storage().accessQueries.listSessions({ userId: user.id, current, at, page });
        return { ...listed, items: listed.items.map(Json.parse) };
      };
      const expected = [...sessions]
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .map((session) => sessionView(session, newest?.id ?? null));
      expect((await list(NOON)).items).to.deep.equal(expected);
      const first = await list(NOON, 3);
      expect(first.items).to.deep.equal(expected.slice(0, 3));
      expect((await list(NOON, 3, first.next ?? undefined)).items).to.deep.equal(expected.slice(3));
      const use = (used: typeof sessions, at: Date) =>
        storage().credentialQueries.recordUse(new Map(used.map(({ id }) => [id, at] as const)));
      await use(sessions.slice(0, 1), noonPlus(3600));
      for (const [seconds, left] of [
        [7200, 4],
        [7201, 2],
        [7202, 1],
        [10_800, 0],
      ] as const) {
        expect((await list(noonPlus(seconds))).total, `${seconds}`).to.equal(left);
      }
      const end = oldest?.expiresAt ?? NOON;
      await use(sessions, new Date(end.getTime() - 60_000));
      expect((await list(end)).total).to.equal(3);
      const toKey = (await list(NOON, 100, undefined, null)).items;
      expect(toKey).to.deep.equal(expected.map((view) => ({ ...view, current: false })));
    });
  });
};
