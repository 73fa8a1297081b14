import { expect } from 'chai';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import type { PasswordHasher } from '#core/access/ports.ts';
import { makeSignOut } from '#core/access/use-cases/sign-out.ts';
import { Actor } from '#core/shared/actor.ts';
import { makeSignIn } from '#core/users/use-cases/sign-in.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { aUser, clockAtNoon, countingIds, DEVICE, noonPlus } from '../../support/builders/builders.ts';
import { secondFactorCheck } from '../../support/builders/second-factors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

/** A fast hasher that records the checked hashes. */
const makePasswords = (hashes: (string | null)[]): PasswordHasher => ({
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => {
    hashes.push(hash);
    return hash === `hash of ${password}`;
  },
});

describe('signIn', () => {
  const user = aUser({ email: 'Zoe@example.com', role: 'staff', passwordHash: 'hash of secret' });
  const disabled = aUser({ email: 'gone@example.com', status: 'disabled', passwordHash: 'hash of secret' });
  const withoutPassword = aUser({ email: 'guest@example.com' });
  const clock = clockAtNoon();
  const sessionIds = countingIds();
  const hashes: (string | null)[] = [];
  let storage: StorageUnderTest;

  beforeEach(async () => {
    hashes.length = 0;
    storage = await openMemoryStorage();
    await storage.unitOfWork.run(async (tx) => {
      for (const person of [user, disabled, withoutPassword]) await tx.users.add(person);
    });
  });

  const signIn = async (email: string, password: string, device = DEVICE) => {
    const { unitOfWork } = storage;
    const passwords = makePasswords(hashes);
    const secondFactors = secondFactorCheck({ unitOfWork, systemClock: clock });
    const deps = { unitOfWork, passwords, secondFactors, tokens: bearerTokens, ids: sessionIds };
    const start = makeSignIn({ ...deps, systemClock: clock });
    return unitOfWork.run(await start({ ...Actor.anonymous, requestId: 'a-request' }, { email, password, device }));
  };
  const verify = (token: string) =>
    makeKeyVerifier({
      tokens: bearerTokens,
      credentials: storage.credentialQueries,
      isInRanges,
      systemClock: clock,
    }).verify(token, '203.0.113.7');

  it('starts a session of twelve hours', async () => {
    const signedIn = await signIn('Zoe@example.com', 'secret');
    expect(signedIn.user).to.deep.equal(user);
    expect(signedIn.session).to.deep.include({ userId: user.id, expiresAt: noonPlus(12 * 3600) });
    const verification = await verify(signedIn.token);
    expect(verification.kind === 'accepted' && verification.actor).to.deep.include({
      kind: 'session',
      userId: user.id,
      credentialId: signedIn.session.id,
      expiresAt: noonPlus(12 * 3600),
    });
  });

  it('matches the e-mail case-insensitively', async () => {
    expect((await signIn('ZOE@EXAMPLE.COM', 'secret')).user.id).to.equal(user.id);
  });

  it('keeps the beginning of the user agent and the address', async () => {
    const browser = 'b'.repeat(300);
    const { session } = await signIn(user.email, 'secret', { userAgent: `${browser}c`, ip: '2001:db8::1' });
    expect(session).to.include({ userAgent: browser, ip: '2001:db8::1' });
    const unknown = await signIn(user.email, 'secret', { userAgent: null, ip: null });
    expect(unknown.session).to.include({ userAgent: null, ip: null });
  });

  it('starts a new session each time', async () => {
    const [first, second] = [await signIn(user.email, 'secret'), await signIn(user.email, 'secret')];
    expect(first.token).to.not.equal(second.token);
  });

  for (const [title, email, password, hash] of [
    ['an e-mail that nobody has', 'nobody@example.com', 'secret', null],
    ['a wrong password', 'zoe@example.com', 'Secret', 'hash of secret'],
    ['an empty password', 'zoe@example.com', '', 'hash of secret'],
    ['a person who is disabled', 'gone@example.com', 'secret', 'hash of secret'],
    ['a person without a password', 'guest@example.com', 'secret', null],
  ] as const) {
    it(`rejects ${title} with the same message after the same hashing`, async () => {
      const error = await rejectionOf(signIn(email, password));
      expect(error).to.include({ kind: 'unauthenticated', code: 'invalid_credentials' });
      expect(error.message).to.equal('The e-mail or the password is wrong.');
      expect(error.details).to.deep.equal({});
      expect(hashes).to.deep.equal([hash]);
    });
  }

  it('is undone by signing out, for that session only', async () => {
    const [own, other] = [await signIn(user.email, 'secret'), await signIn(user.email, 'secret')];
    const verification = await verify(own.token);
    if (verification.kind !== 'accepted') throw new Error('The session has just begun.');
    await storage.unitOfWork.run(makeSignOut({ systemClock: clock })(verification.actor));
    expect(await verify(own.token)).to.deep.equal({ kind: 'refused', reason: 'session_ended' });
    expect((await verify(other.token)).kind).to.equal('accepted');
  });
});
