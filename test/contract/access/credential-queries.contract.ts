import { expect } from 'chai';
import { ApiKey, type ApiKeyId } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import type { User } from '#core/users/user.ts';
import { aKey, aPublishableKey, aSession, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { aFactor } from '../../support/builders/second-factors.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

export const credentialQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`CredentialQueries on ${name}`, () => {
    const storage = useStorage(open);
    describe('findByHash', () => findContract(storage));
    describe('allowedOrigins', () => allowedOriginsContract(storage));
    describe('recordUse', () => recordUseContract(storage));
    describe('removeExpiredSessions', () => removeExpiredSessionsContract(storage));
  });
};

const addUser = async ({ unitOfWork }: StorageUnderTest, user: User): Promise<User> => {
  await unitOfWork.run((tx) => tx.users.add(user));
  return user;
};

const addKey = async ({ unitOfWork }: StorageUnderTest, key: ApiKey): Promise<ApiKey> => {
  await unitOfWork.run((tx) => tx.apiKeys.add(key));
  return key;
};

const findContract = (storage: () => StorageUnderTest): void => {
  it('finds nothing for an unknown hash', async () => {
    expect(await storage().credentialQueries.findByHash('none' as TokenHash)).to.equal(undefined);
  });

  it('finds a key with the scopes that its user also has', async () => {
    const permissions = ['keys:write'] as const;
    const user = await addUser(storage(), aUser({ role: 'analyst', permissions }));
    const scopes = ['products:write', 'products:read', 'keys:write'] as const;
    const allowedIps = ['203.0.113.0/24'];
    const key = await addKey(storage(), aKey(user, { scopes, allowedIps, expiresAt: noonPlus(60) }).key);
    expect(await storage().credentialQueries.findByHash(key.hash)).to.deep.equal({
      actor: {
        kind: 'api_key',
        userId: user.id,
        credentialId: key.id,
        scopes: new Set(['products:read', 'keys:write']),
        own: false,
        expiresAt: noonPlus(60),
        allowedIps,
        requestId: null,
      },
      ownerId: user.id,
      revokedAt: null,
      userStatus: 'active',
      role: 'analyst',
      hasSecondFactor: false,
      usedAt: null,
    });
  });

  it('finds a session with the scopes of its user', async () => {
    const user = await addUser(
      storage(),
      aUser({ role: 'customer', permissions: ['orders:read'], status: 'disabled' }),
    );
    const { session } = aSession(user);
    await storage().unitOfWork.run((tx) => tx.sessions.add(session));
    expect(await storage().credentialQueries.findByHash(session.hash)).to.deep.equal({
      actor: {
        kind: 'session',
        userId: user.id,
        credentialId: session.id,
        scopes: new Set(['orders:read']),
        own: true,
        expiresAt: session.expiresAt,
        allowedIps: null,
        requestId: null,
      },
      ownerId: user.id,
      revokedAt: null,
      userStatus: 'disabled',
      role: 'customer',
      hasSecondFactor: false,
      usedAt: session.createdAt,
    });
  });

  it('tells whether the user of a session has an active second factor', async () => {
    const user = await addUser(storage(), aUser());
    const { session } = aSession(user);
    const { factor } = aFactor(user);
    const hasOne = async () => (await storage().credentialQueries.findByHash(session.hash))?.hasSecondFactor;
    await storage().unitOfWork.run(async (tx) => {
      await tx.sessions.add(session);
      await tx.secondFactors.add(factor);
    });
    expect(await hasOne()).to.equal(false);
    await storage().unitOfWork.run((tx) =>
      tx.secondFactors.save(SecondFactor.confirm(factor, { lastTimeStep: 1 }, noonPlus(1))),
    );
    expect(await hasOne()).to.equal(true);
    await storage().unitOfWork.run((tx) => tx.secondFactors.remove(factor));
    expect(await hasOne()).to.equal(false);
  });

  it('finds a publishable key as a visitor, whatever its user may do', async () => {
    const user = await addUser(storage(), aUser({ role: 'owner' }));
    const rateLimit = { calls: 60, seconds: 10 };
    const key = await addKey(storage(), aPublishableKey(user, { rateLimit }).key);
    expect(await storage().credentialQueries.findByHash(key.hash)).to.deep.equal({
      actor: {
        kind: 'publishable_key',
        userId: null,
        credentialId: key.id,
        scopes: new Set(),
        own: false,
        expiresAt: null,
        allowedIps: null,
        allowedOrigins: ['https://shop.example'],
        rateLimit,
        requestId: null,
      },
      ownerId: user.id,
      revokedAt: null,
      userStatus: 'active',
      role: 'owner',
      hasSecondFactor: false,
      usedAt: null,
    });
  });

  it('limits a key of all scopes to those of its user', async () => {
    for (const [role, expected] of [
      ['owner', ['*']],
      ['customer', []],
    ] as const) {
      const user = await addUser(storage(), aUser({ role }));
      const key = await addKey(storage(), aKey(user, { scopes: ['*'] }).key);
      const found = await storage().credentialQueries.findByHash(key.hash);
      expect([...(found?.actor.scopes ?? ['nothing found'])]).to.deep.equal(expected);
      // a key has its granted scopes and no access to its user's own resources
      expect(found?.actor.own).to.equal(false);
    }
  });

  it('finds a revoked key with the time', async () => {
    const user = await addUser(storage(), aUser());
    const key = await addKey(storage(), aKey(user).key);
    await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(key, noonPlus(7))));
    expect(await storage().credentialQueries.findByHash(key.hash)).to.deep.include({ revokedAt: noonPlus(7) });
  });
};

const allowedOriginsContract = (storage: () => StorageUnderTest): void => {
  const origins = async (): Promise<string[]> =>
    [...(await storage().credentialQueries.allowedOrigins(noonPlus(60)))].sort();

  it('returns the origins of live publishable keys of active users, each once', async () => {
    const [user, disabled] = [
      await addUser(storage(), aUser()),
      await addUser(storage(), aUser({ status: 'disabled' })),
    ];
    const add = async (owner: User, origin: string, overrides: object = {}): Promise<ApiKey> => {
      const allowedOrigins = [`https://${origin}.example`, 'https://each.example'];
      return addKey(storage(), aPublishableKey(owner, { allowedOrigins, ...overrides }).key);
    };
    await addKey(storage(), aKey(user).key);
    const earlier = await origins();
    await add(disabled, 'disabled');
    await add(user, 'expired', { expiresAt: noonPlus(60) });
    await add(user, 'a');
    await add(user, 'b', { expiresAt: noonPlus(61) });
    const revoked = await add(user, 'revoked');
    expect(await origins()).to.include('https://revoked.example');
    await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(revoked, noonPlus(1))));
    const added = (await origins()).filter((origin) => !earlier.includes(origin));
    expect(added).to.deep.equal(['https://a.example', 'https://b.example', 'https://each.example']);
  });
};

const recordUseContract = (storage: () => StorageUnderTest): void => {
  const keyOf = async (): Promise<ApiKeyId> =>
    (await addKey(storage(), aKey(await addUser(storage(), aUser())).key)).id;
  const record = (...uses: [ApiKeyId, Date][]): Promise<void> => storage().credentialQueries.recordUse(new Map(uses));
  const lastUse = async (id: ApiKeyId): Promise<unknown> => {
    const found = await storage().accessQueries.findKey(id);
    return (JSON.parse(found?.view ?? '{}') as { last_used_at?: unknown }).last_used_at;
  };

  it('records the use of several keys', async () => {
    const [first, second, unused] = [await keyOf(), await keyOf(), await keyOf()];
    await record([first, noonPlus(1.001)], [second, noonPlus(2)]);
    expect(await lastUse(first)).to.equal(noonPlus(1.001).toISOString());
    expect(await lastUse(second)).to.equal(noonPlus(2).toISOString());
    expect(await lastUse(unused)).to.equal(null);
  });

  it('records the use of sessions, which were used when they started', async () => {
    const user = await addUser(storage(), aUser());
    const { session } = aSession(user);
    await storage().unitOfWork.run((tx) => tx.sessions.add(session));
    const usedAt = async () => (await storage().credentialQueries.findByHash(session.hash))?.usedAt;
    expect(await usedAt()).to.deep.equal(session.createdAt);
    for (const seconds of [60, 30, 60]) {
      await storage().credentialQueries.recordUse(new Map([[session.id, noonPlus(seconds)]]));
      expect(await usedAt()).to.deep.equal(noonPlus(60));
    }
    expect(await storage().unitOfWork.run((tx) => tx.sessions.find(session.id))).to.deep.equal({
      ...session,
      lastUsedAt: noonPlus(60),
    });
  });

  it('never moves backwards', async () => {
    const key = await keyOf();
    for (const [seconds, expected] of [
      [5, 5],
      [3, 5],
      [5, 5],
      [8, 8],
    ] as const) {
      await record([key, noonPlus(seconds)]);
      expect(await lastUse(key)).to.equal(noonPlus(expected).toISOString());
    }
  });

  it('keeps the version of the key', async () => {
    const key = await keyOf();
    await record([key, noonPlus(1)]);
    expect((await storage().accessQueries.findKey(key))?.version).to.equal(1);
  });

  it('ignores unknown keys and an empty map', async () => {
    const key = await keyOf();
    await record([ids.next('key'), noonPlus(1)], [key, noonPlus(1)]);
    await record();
    expect(await lastUse(key)).to.equal(noonPlus(1).toISOString());
  });
};

const removeExpiredSessionsContract = (storage: () => StorageUnderTest): void => {
  it('removes only sessions that ended before the time', async () => {
    const user = await addUser(storage(), aUser());
    const sessions = [-2, -1, 0, 1].map((seconds) => aSession(user, noonPlus(seconds)).session);
    const [, , atTheTime, later] = sessions;
    await storage().unitOfWork.run(async (tx) => {
      for (const session of sessions) await tx.sessions.add(session);
    });
    await storage().credentialQueries.removeExpiredSessions(atTheTime?.expiresAt ?? noonPlus(0));
    const found = await Promise.all(sessions.map(({ hash }) => storage().credentialQueries.findByHash(hash)));
    const left = found.flatMap((credential) => (credential ? [credential.actor.credentialId] : []));
    expect(left).to.deep.equal([atTheTime?.id, later?.id]);
  });

  it('removes no keys', async () => {
    const user = await addUser(storage(), aUser());
    const key = await addKey(storage(), aKey(user, { expiresAt: noonPlus(-60) }).key);
    await storage().credentialQueries.removeExpiredSessions(noonPlus(60));
    expect(await storage().credentialQueries.findByHash(key.hash)).to.not.equal(undefined);
  });
};
