import { expect } from 'chai';
import sinon from 'sinon';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { ApiKey } from '#core/access/api-key.ts';
import { makeCredentialCache } from '#core/access/credential-cache.ts';
import { type KeyVerifier, makeKeyVerifier } from '#core/access/key-verifier.ts';
import type { User } from '#core/users/user.ts';
import {
  aKey,
  aSession,
  aUser,
  clockAtNoon,
  type ManualClock,
  NOON,
  noonPlus,
} from '../../support/builders/builders.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

type Subject = Readonly<{ verifier: KeyVerifier; clock: ManualClock }>;

/** The client's address. */
const ADDRESS = '203.0.113.7';

type MakeSubject = (storage: StorageUnderTest) => Subject;

const direct: MakeSubject = ({ credentialQueries }) => {
  const clock = clockAtNoon();
  return {
    clock,
    verifier: makeKeyVerifier({ tokens: bearerTokens, credentials: credentialQueries, isInRanges, systemClock: clock }),
  };
};

const remembering: MakeSubject = ({ credentialQueries, credentialChanges }) => {
  const clock = clockAtNoon();
  const credentials = makeCredentialCache({
    credentials: credentialQueries,
    changes: credentialChanges,
    systemClock: clock,
  });
  return { clock, verifier: makeKeyVerifier({ tokens: bearerTokens, credentials, isInRanges, systemClock: clock }) };
};

/** Never issued: too short, too long, of another kind or alphabet, or no token. */
const notTokens = (token: string): string[] => [
  '',
  ' ',
  'cpk_',
  token.slice(0, -1),
  `${token}0`,
  ` ${token}`,
  `${token}\n`,
  `sk_${token.slice(4)}`,
  token.toUpperCase(),
  token.replace(/.$/, '-'),
  `cpk_${'𝒜'.repeat(49)}`,
  'a'.repeat(100_000),
  "' or 1=1 --",
];

/** The core's services of `CredentialQueries` and `CredentialChanges`, on a storage. */
export const keyVerifierContract = (name: string, open: OpenStorage): void => {
  describe(`KeyVerifier on ${name}`, () => {
    const storage = useStorage(open);
    describe('without a cache', () => verifierContract(storage, direct));
    describe('with a credential cache', () => {
      verifierContract(storage, remembering);
      rememberingContract(storage);
    });
  });
};

const add = async ({ unitOfWork }: StorageUnderTest, user: User, ...keys: ApiKey[]): Promise<void> =>
  unitOfWork.run(async (tx) => {
    await tx.users.add(user);
    for (const key of keys) await tx.apiKeys.add(key);
  });

const verifierContract = (storage: () => StorageUnderTest, make: MakeSubject): void => {
  const rejected = (reason: string) => ({ kind: 'refused', reason });

  it('accepts a key repeatedly', async () => {
    const user = aUser({ role: 'owner' });
    const { key, token } = aKey(user, { scopes: ['products:write'], expiresAt: noonPlus(60) });
    await add(storage(), user, key);
    const { verifier } = make(storage());
    const scopes = new Set(['products:write']);
    const actor = {
      kind: 'api_key',
      userId: user.id,
      credentialId: key.id,
      scopes,
      own: false,
      expiresAt: noonPlus(60),
      allowedIps: null,
      requestId: null,
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await verifier.verify(token, ADDRESS)).to.deep.equal({ kind: 'accepted', actor });
    }
  });

  it('accepts a session in use until it expires', async () => {
    const user = aUser({ role: 'customer', permissions: ['orders:read'] });
    const { session, token } = aSession(user);
    await add(storage(), user);
    await storage().unitOfWork.run((tx) => tx.sessions.add(session));
    const { verifier, clock } = make(storage());
    const { expiresAt } = session;
    const scopes = new Set(['orders:read']);
    const actor = { kind: 'session', userId: user.id, credentialId: session.id, scopes, own: true, expiresAt };
    const accepted = { kind: 'accepted', actor: { ...actor, allowedIps: null, requestId: null } };
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(accepted);
    clock.advance((expiresAt.getTime() - NOON.getTime()) / 1000 - 0.001);
    await storage().credentialQueries.recordUse(new Map([[session.id, clock.now()]]));
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(accepted);
    clock.advance(0.001);
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(rejected('session_ended'));
  });

  it('rejects an unknown token', async () => {
    const { token } = bearerTokens.make('cpk');
    expect(await make(storage()).verifier.verify(token, ADDRESS)).to.deep.equal(rejected('unknown'));
  });

  it('rejects malformed tokens and wrong checksums', async () => {
    const user = aUser();
    const { key, token } = aKey(user);
    await add(storage(), user, key);
    const { verifier } = make(storage());
    const forged = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const text of [...notTokens(token), forged]) {
      expect(await verifier.verify(text, ADDRESS), text.slice(0, 60)).to.deep.equal(rejected('unknown'));
    }
  });

  it('rejects a key from the moment it expires', async () => {
    const user = aUser();
    const { key, token } = aKey(user, { expiresAt: noonPlus(60) });
    await add(storage(), user, key);
    const { verifier, clock } = make(storage());
    clock.advance(59.999);
    expect((await verifier.verify(token, ADDRESS)).kind).to.equal('accepted');
    clock.advance(0.001);
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(rejected('expired'));
  });

  it('rejects a revoked key, also after it expired', async () => {
    const user = aUser();
    const { key, token } = aKey(user, { expiresAt: noonPlus(60) });
    await add(storage(), user, key);
    await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(key, NOON)));
    const { verifier, clock } = make(storage());
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(rejected('revoked'));
    clock.advance(120);
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal(rejected('revoked'));
  });

  it('rejects every credential of a disabled user', async () => {
    const user = aUser({ role: 'owner', status: 'disabled' });
    const [{ key, token: keyToken }, { session, token: sessionToken }] = [aKey(user), aSession(user)];
    await add(storage(), user, key);
    await storage().unitOfWork.run((tx) => tx.sessions.add(session));
    const { verifier } = make(storage());
    expect(await verifier.verify(keyToken, ADDRESS)).to.deep.equal(rejected('revoked'));
    expect(await verifier.verify(sessionToken, ADDRESS)).to.deep.equal(rejected('session_ended'));
  });

  it('limits a key to its user’s scopes', async () => {
    const user = aUser({ role: 'staff' });
    const { key, token } = aKey(user, { scopes: ['orders:read', 'keys:write', 'audit:read'] });
    const all = aKey(user, { scopes: ['*'] });
    await add(storage(), user, key, all.key);
    const { verifier } = make(storage());
    const scopesOf = async (text: string): Promise<string[]> => {
      const verification = await verifier.verify(text, ADDRESS);
      return verification.kind === 'accepted' ? [...verification.actor.scopes] : ['refused'];
    };
    expect(await scopesOf(token)).to.deep.equal(['orders:read']);
    expect(await scopesOf(all.token))
      .to.include('orders:write')
      .and.not.include('*');
  });
};

const rememberingContract = (storage: () => StorageUnderTest): void => {
  const spied = () => {
    const findByHash = sinon.spy((hash: ApiKey['hash']) => storage().credentialQueries.findByHash(hash));
    const credentialQueries = { ...storage().credentialQueries, findByHash };
    return { ...remembering({ ...storage(), credentialQueries }), findByHash };
  };

  it('looks a token up once', async () => {
    const user = aUser();
    const { key, token } = aKey(user);
    await add(storage(), user, key);
    const { verifier, findByHash } = spied();
    for (let time = 0; time < 3; time += 1) expect((await verifier.verify(token, ADDRESS)).kind).to.equal('accepted');
    expect(findByHash.callCount).to.equal(1);
  });

  it('rejects a cached key as soon as its revocation is acknowledged, and keeps the others', async () => {
    const user = aUser();
    const [revoked, other] = [aKey(user), aKey(user)];
    await add(storage(), user, revoked.key, other.key);
    const { verifier, findByHash } = spied();
    for (const { token } of [revoked, other]) expect((await verifier.verify(token, ADDRESS)).kind).to.equal('accepted');
    await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(revoked.key, NOON)));
    expect(await verifier.verify(revoked.token, ADDRESS)).to.deep.equal({ kind: 'refused', reason: 'revoked' });
    const lookUps = findByHash.callCount;
    expect((await verifier.verify(other.token, ADDRESS)).kind).to.equal('accepted');
    expect(findByHash.callCount).to.equal(lookUps);
  });

  it('rejects a cached session as soon as its end is acknowledged', async () => {
    const user = aUser();
    const { session, token } = aSession(user);
    await add(storage(), user);
    await storage().unitOfWork.run((tx) => tx.sessions.add(session));
    const { verifier } = spied();
    expect((await verifier.verify(token, ADDRESS)).kind).to.equal('accepted');
    await storage().unitOfWork.run((tx) => tx.sessions.remove(session.id));
    expect(await verifier.verify(token, ADDRESS)).to.deep.equal({ kind: 'refused', reason: 'session_ended' });
  });
};
