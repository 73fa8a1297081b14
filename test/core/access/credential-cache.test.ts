import { expect } from 'chai';
import sinon from 'sinon';
import type { ApiKeyId } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Credential } from '#core/access/credential.ts';
import { type CredentialCache, makeCredentialCache } from '#core/access/credential-cache.ts';
import type { CredentialChange, CredentialQueries } from '#core/access/ports.ts';
import { clockAtNoon, ids, noonPlus } from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';

const aCredential = (kind: 'api_key' | 'session' = 'api_key'): Credential => {
  const user = { id: ids.next('usr'), role: 'owner', permissions: [], status: 'active' } as const;
  const id = kind === 'api_key' ? ids.next('key') : ids.next('ses');
  return Credential.of({ kind, id, scopes: null, allowedIps: null, expiresAt: null, revokedAt: null, user });
};

const hashed = (text: string): TokenHash => text as TokenHash;

/** A credential cache over stored credentials, with scripted changes. */
const aSubject = (stored: Map<TokenHash, Credential>) => {
  const listeners: ((change: CredentialChange) => void)[] = [];
  const clock = clockAtNoon();
  const credentials = {
    findByHash: sinon.spy(async (hash: TokenHash) => stored.get(hash)),
    allowedOrigins: async () => [],
    recordUse: sinon.spy(async (_uses: ReadonlyMap<ApiKeyId, Date>): Promise<void> => {}),
    removeExpiredSessions: async () => {},
  } satisfies CredentialQueries;
  const changes = { subscribe: (listener: (change: CredentialChange) => void) => void listeners.push(listener) };
  const tell = (change: CredentialChange): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    cache: makeCredentialCache({ credentials, changes, systemClock: clock }),
    credentials,
    clock,
    tell,
  };
};

describe('the credential cache', () => {
  const hash = hashed('a hash');

  it('looks a credential up once', async () => {
    const credential = aCredential();
    const { cache, credentials } = aSubject(new Map([[hash, credential]]));
    for (let time = 0; time < 3; time += 1) expect(await cache.findByHash(hash)).to.equal(credential);
    expect(credentials.findByHash.callCount).to.equal(1);
  });

  it('looks a credential up again after a minute', async () => {
    const { cache, credentials, clock } = aSubject(new Map([[hash, aCredential()]]));
    await cache.findByHash(hash);
    clock.advance(59.999);
    await cache.findByHash(hash);
    expect(credentials.findByHash.callCount).to.equal(1);
    clock.advance(0.001);
    await cache.findByHash(hash);
    expect(credentials.findByHash.callCount).to.equal(2);
  });

  it('does not cache absence', async () => {
    const stored = new Map<TokenHash, Credential>();
    const { cache } = aSubject(stored);
    expect(await cache.findByHash(hash)).to.equal(undefined);
    const credential = aCredential();
    stored.set(hash, credential);
    expect(await cache.findByHash(hash)).to.equal(credential);
  });

  it('invalidates a changed credential or user and keeps the others', async () => {
    const [byItself, byUser, other] = [aCredential(), aCredential('session'), aCredential()];
    const all = [byItself, byUser, other].map((credential, index) => [hashed(`${index}`), credential] as const);
    const { cache, credentials, tell } = aSubject(new Map(all));
    for (const [each] of all) await cache.findByHash(each);
    tell({ kind: 'changed', id: byItself.actor.credentialId ?? '' });
    tell({ kind: 'changed', id: byUser.actor.userId ?? '' });
    for (const [each] of all) await cache.findByHash(each);
    const lookedUp = credentials.findByHash.args.map(([each]) => each);
    expect(lookedUp).to.deep.equal(['0', '1', '2', '0', '1']);
  });

  it('does not cache a look-up that was overtaken by a change', async () => {
    const [before, after] = [aCredential(), aCredential()];
    const stored = new Map([[hash, before]]);
    const { cache, credentials, tell } = aSubject(stored);
    const { opened, open } = aGate();
    const slow = credentials.findByHash;
    credentials.findByHash = sinon.spy(async (each: TokenHash) => {
      const found = await slow(each);
      await opened;
      return found;
    });
    const lookUp = cache.findByHash(hash);
    stored.set(hash, after);
    tell({ kind: 'changed', id: before.actor.credentialId ?? '' });
    open();
    expect(await lookUp).to.equal(before);
    expect(await cache.findByHash(hash)).to.equal(after);
  });

  it('empties itself when notifications stop, and caches nothing until they return', async () => {
    const { cache, credentials, tell } = aSubject(new Map([[hash, aCredential()]]));
    const lookUpsOfTwo = async (): Promise<number> => {
      const before = credentials.findByHash.callCount;
      for (let time = 0; time < 2; time += 1) await cache.findByHash(hash);
      return credentials.findByHash.callCount - before;
    };
    expect(await lookUpsOfTwo()).to.equal(1);
    tell({ kind: 'disconnected' });
    expect(await lookUpsOfTwo()).to.equal(2);
    tell({ kind: 'changed', id: ids.next('key') });
    expect(await lookUpsOfTwo()).to.equal(2);
    tell({ kind: 'connected' });
    expect(await lookUpsOfTwo()).to.equal(1);
  });

  it('does not cache a look-up that began while notifications were down', async () => {
    const { cache, credentials, tell } = aSubject(new Map([[hash, aCredential()]]));
    tell({ kind: 'disconnected' });
    const lookUp = cache.findByHash(hash);
    tell({ kind: 'connected' });
    await lookUp;
    await cache.findByHash(hash);
    expect(credentials.findByHash.callCount).to.equal(2);
  });

  it('holds ten thousand credentials and evicts the oldest', async () => {
    const stored = new Map(Array.from({ length: 10_001 }, (_, index) => [hashed(`${index}`), aCredential()]));
    const { cache, credentials } = aSubject(stored);
    for (const each of stored.keys()) await cache.findByHash(each);
    expect(credentials.findByHash.callCount).to.equal(10_001);
    for (const each of ['10000', '1', '2']) await cache.findByHash(hashed(each));
    expect(credentials.findByHash.callCount, 'those still known').to.equal(10_001);
    await cache.findByHash(hashed('0'));
    expect(credentials.findByHash.callCount, 'the one that was forgotten').to.equal(10_002);
  });
});

describe('an idle session', () => {
  const TWO_HOURS = 7200;
  const idle = (usedAt: Date | null) => aSubject(new Map([[hashed('session'), { ...aCredential('session'), usedAt }]]));
  const found = async ({ cache }: ReturnType<typeof idle>): Promise<boolean> =>
    (await cache.findByHash(hashed('session'))) !== undefined;

  it('is not found after two hours, and stays for as long as it is used', async () => {
    const subject = idle(noonPlus(0));
    subject.clock.advance(TWO_HOURS - 0.001);
    expect(await found(subject)).to.equal(true);
    // the use is recorded within the minute for which it is cached
    subject.clock.advance(59.999);
    expect(await found(subject)).to.equal(true);
    subject.clock.advance(0.001);
    expect(await found(subject)).to.equal(false);
    expect(subject.cache.has(hashed('session'))).to.equal(false);
  });

  it('is no key', async () => {
    const subject = idle(null);
    subject.clock.advance(9 * TWO_HOURS);
    expect(await found(subject)).to.equal(true);
  });
});

describe('key usage', () => {
  const [key, session] = [aCredential(), aCredential('session')];
  const stored = new Map([
    [hashed('key'), key],
    [hashed('session'), session],
  ]);
  const id = key.actor.credentialId as ApiKeyId;
  const use = async (cache: CredentialCache, hash: string): Promise<void> => {
    const credential = await cache.findByHash(hashed(hash));
    if (credential !== undefined) cache.noteUse(credential.actor);
  };

  it('is recorded in batches with the latest time, of sessions too', async () => {
    const { cache, credentials, clock } = aSubject(stored);
    await use(cache, 'key');
    clock.advance(5);
    for (const hash of ['key', 'session', 'none']) await use(cache, hash);
    await cache.recordUses();
    const { credentialId } = session.actor;
    expect(credentials.recordUse.args).to.deep.equal([
      [
        new Map([
          [id, noonPlus(5)],
          [credentialId, noonPlus(5)],
        ]),
      ],
    ]);
  });

  it('is not recorded without uses', async () => {
    const { cache, credentials } = aSubject(stored);
    await use(cache, 'none');
    await cache.recordUses();
    expect(credentials.recordUse.callCount).to.equal(0);
  });

  it('is recorded at most once a minute per key', async () => {
    const { cache, credentials, clock } = aSubject(stored);
    const useAndRecord = async (): Promise<number> => {
      await use(cache, 'key');
      await cache.recordUses();
      return credentials.recordUse.callCount;
    };
    expect(await useAndRecord()).to.equal(1);
    clock.advance(59.999);
    expect(await useAndRecord()).to.equal(1);
    clock.advance(0.001);
    expect(await useAndRecord()).to.equal(2);
  });

  it('is recorded later after a failure', async () => {
    const { cache, credentials } = aSubject(stored);
    const record = credentials.recordUse;
    credentials.recordUse = sinon.spy(async (_uses: ReadonlyMap<ApiKeyId, Date>) =>
      Promise.reject(new Error('not now')),
    );
    await use(cache, 'key');
    expect(await cache.recordUses().catch(({ message }: Error) => message)).to.equal('not now');
    credentials.recordUse = record;
    await cache.recordUses();
    expect(record.args).to.deep.equal([[new Map([[id, noonPlus(0)]])]]);
  });
});
