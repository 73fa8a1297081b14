import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { PasswordHasher } from '#core/access/ports.ts';
import { makeSignOut } from '#core/access/use-cases/sign-out.ts';
import { Actor } from '#core/shared/actor.ts';
import { makeSignIn } from '#core/users/use-cases/sign-in.ts';
import { anActor, aSession, aUser, countingIds, DEVICE, NOON, noonPlus } from '../../support/builders/builders.ts';
import { secondFactorCheck } from '../../support/builders/second-factors.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Access, openAccess } from './access-under-test.ts';

describe('the audit log of access', () => {
  let access: Access;

  beforeEach(async () => {
    access = await openAccess();
  });

  const byOwner = () => ({ kind: 'session', user_id: access.owner.id, credential_id: access.asOwner.credentialId });

  describe('for keys', () => {
    it('records who created which key, with its scopes, addresses and expiry', async () => {
      const input = { name: 'till', scopes: ['orders:write'], allowedIps: ['203.0.113.0/24'] } as const;
      const { key } = await access.create(access.asOwner, { ...input, expiresAt: noonPlus(60) });
      const [entry, ...others] = await access.audited();
      expect(entry).to.deep.include({
        actor: byOwner(),
        action: 'api_key.created',
        resource: { type: 'api_key', id: key.id },
        before: { name: null },
        request_id: 'a-request',
        created_at: NOON.toISOString(),
      });
      expect(entry?.after).to.deep.equal({
        kind: 'secret',
        user_id: access.owner.id,
        name: '[withheld]',
        scopes: ['orders:write'],
        allowed_ips: ['203.0.113.0/24'],
        expires_at: noonPlus(60).toISOString(),
      });
      expect(others).to.deep.equal([]);
    });

    it('records which key replaced which, and when the old one expires', async () => {
      const old = await access.create(access.asOwner, { name: 'till' });
      access.clock.advance(1);
      const fresh = await access.rotate(access.asOwner, { id: old.key.id, overlapSeconds: 60 });
      const [, rotated, created] = await access.audited();
      expect(rotated).to.deep.include({ action: 'api_key.rotated', actor: byOwner(), before: { expires_at: null } });
      expect(rotated?.after).to.deep.equal({ expires_at: noonPlus(61).toISOString() });
      expect(rotated?.resource).to.deep.equal({ type: 'api_key', id: old.key.id });
      expect(created).to.deep.include({ action: 'api_key.created', created_at: noonPlus(1).toISOString() });
      expect(created?.resource).to.deep.equal({ type: 'api_key', id: fresh.key.id });
    });

    it('records a revocation once', async () => {
      const { key } = await access.create(access.asOwner, { name: 'till' });
      access.clock.advance(1);
      for (let time = 0; time < 2; time += 1) {
        await access.revoke(access.asOwner, { id: key.id, expected: undefined });
      }
      const [, revoked, ...others] = await access.audited();
      expect(revoked).to.deep.include({ action: 'api_key.revoked', actor: byOwner(), before: { revoked_at: null } });
      expect(revoked?.after).to.deep.equal({ revoked_at: noonPlus(1).toISOString() });
      expect(others).to.deep.equal([]);
    });

    it('contains nothing that could authenticate', async () => {
      const old = await access.create(access.asOwner, { name: 'till' });
      const fresh = await access.rotate(access.asOwner, { id: old.key.id, overlapSeconds: 60 });
      const text = JSON.stringify(await access.audited());
      for (const { key, token } of [old, fresh]) {
        for (const secret of [token, key.hash, key.prefix]) expect(text).to.not.include(secret);
      }
    });

    it('contains nothing of rejected requests', async () => {
      const { key } = await access.create(access.asOwner, { name: 'till' });
      const weak = access.actorWith('keys:write');
      await rejectionOf(access.create(weak, { name: 'more', scopes: ['*'] }));
      await rejectionOf(access.rotate(weak, { id: key.id, overlapSeconds: 0 }));
      await rejectionOf(access.revoke(access.asOwner, { id: key.id, expected: [9] }));
      expect(await access.audited()).to.have.length(1);
    });
  });

  describe('for sessions', () => {
    const passwords: PasswordHasher = {
      hash: async (password) => `hash of ${password}`,
      verify: async (password, hash) => hash === `hash of ${password}`,
    };
    const user = aUser({ email: 'zoe@example.com', passwordHash: 'hash of secret' });
    const disabled = aUser({ email: 'gone@example.com', passwordHash: 'hash of secret', status: 'disabled' });
    const anonymous = { kind: 'anonymous', user_id: null, credential_id: null };

    beforeEach(() =>
      access.unitOfWork.run(async (tx) => {
        for (const person of [user, disabled]) await tx.users.add(person);
      }),
    );

    const signIn = async (email: string, password: string) => {
      const { unitOfWork, clock } = access;
      const secondFactors = secondFactorCheck({ unitOfWork, systemClock: clock });
      const deps = { unitOfWork, passwords, secondFactors, tokens: bearerTokens, ids: countingIds() };
      const start = makeSignIn({ ...deps, systemClock: clock });
      return unitOfWork.run(
        await start({ ...Actor.anonymous, requestId: 'a-request' }, { email, password, device: DEVICE }),
      );
    };

    it('records a sign-in under the new session', async () => {
      const { session, token } = await signIn('zoe@example.com', 'secret');
      const entries = await access.audited();
      expect(entries.map(({ id: _id, updated_at: _at, ...entry }) => entry)).to.deep.equal([
        {
          object: 'audit_entry',
          actor: { kind: 'session', user_id: user.id, credential_id: session.id },
          action: 'session.started',
          resource: { type: 'session', id: session.id },
          before: {},
          after: {},
          request_id: 'a-request',
          created_at: NOON.toISOString(),
        },
      ]);
      for (const secret of [token, session.hash]) expect(JSON.stringify(entries)).to.not.include(secret);
    });

    for (const [title, email, password, whose] of [
      ['a wrong password', 'zoe@example.com', 'Secret', user.id],
      ['a user who is disabled', 'gone@example.com', 'secret', disabled.id],
      ['an e-mail that nobody has', 'nobody@example.com', 'secret', null],
    ] as const) {
      it(`records a sign-in rejected for ${title}, without the input`, async () => {
        await rejectionOf(signIn(email, password));
        const [entry, ...others] = await access.audited();
        expect(entry).to.deep.include({ action: 'session.refused', actor: anonymous, request_id: 'a-request' });
        expect(entry).to.deep.include({ before: {}, after: {}, created_at: NOON.toISOString() });
        expect(entry?.resource).to.deep.equal(whose && { type: 'user', id: whose });
        expect(JSON.stringify(entry)).to.not.match(/example\.com|secret"/i);
        expect(others).to.deep.equal([]);
      });
    }

    it('records a sign-out', async () => {
      const { session } = aSession(user);
      await access.unitOfWork.run((tx) => tx.sessions.add(session));
      const actor = { ...anActor(user), credentialId: session.id };
      access.clock.advance(60);
      await access.unitOfWork.run(makeSignOut({ systemClock: access.clock })(actor));
      const [entry] = await access.audited();
      expect(entry).to.deep.include({
        actor: { kind: 'session', user_id: user.id, credential_id: session.id },
        action: 'session.ended',
        resource: { type: 'session', id: session.id },
        created_at: noonPlus(60).toISOString(),
      });
    });
  });
});
