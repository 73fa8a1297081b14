import { expect } from 'chai';
import fc from 'fast-check';
import { SCOPES, Scope } from '#core/access/scope.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Access, openAccess } from './access-under-test.ts';

describe('createKey', () => {
  let access: Access;

  beforeEach(async () => {
    access = await openAccess();
  });

  it('creates a key that authenticates as its creator’s account', async () => {
    const input = { name: 'till', scopes: ['orders:write'], expiresAt: noonPlus(60) } as const;
    const { key, token } = await access.create(access.asOwner, input);
    expect(key).to.deep.include({ ...input, version: 1, userId: access.owner.id, revokedAt: null, lastUsedAt: null });
    expect(key.createdAt).to.deep.equal(NOON);
    expect(key.prefix).to.equal(token.slice(0, 12));
    const verification = await access.verify(token);
    expect(verification.kind === 'accepted' && verification.actor).to.deep.include({
      kind: 'api_key',
      userId: access.owner.id,
      credentialId: key.id,
      scopes: new Set(['orders:write']),
      expiresAt: noonPlus(60),
    });
  });

  it('stores nothing from which the key could be derived', async () => {
    const { key, token } = await access.create(access.asOwner, { name: 'till' });
    const stored = JSON.stringify(await access.unitOfWork.run((tx) => tx.apiKeys.get(key.id)));
    expect(stored).to.not.include(token.slice(12));
  });

  it('grants the creator’s scopes when none are named, and none for an empty list', async () => {
    const actor = access.actorWith('keys:write', 'orders:read');
    expect((await access.create(actor, { name: 'all' })).key.scopes).to.deep.equal(['keys:write', 'orders:read']);
    expect((await access.create(actor, { name: 'none', scopes: [] })).key.scopes).to.deep.equal([]);
    expect((await access.create(access.asOwner, { name: 'full' })).key.scopes).to.deep.equal(['*']);
  });

  it('rejects scopes that the creator lacks and names them', async () => {
    const actor = access.actorWith('keys:write', 'orders:read');
    const attempt = access.create(actor, { name: 'more', scopes: ['orders:read', 'users:write', '*'] });
    const error = await rejectionOf(attempt);
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    expect(error.details).to.deep.equal({
      required_scope: 'users:write *',
      held_scopes: ['keys:write', 'orders:read'],
    });
  });

  it('grants exactly the scopes that the creator has', async () => {
    const scopes = fc.subarray([...SCOPES]);
    await fc.assert(
      fc.asyncProperty(scopes, scopes, async (held, requested) => {
        const attempt = access.create(access.actorWith(...held), { name: 'any', scopes: requested });
        const outcome = await attempt.then(
          () => 'granted',
          ({ code }: { code: string }) => code,
        );
        const isHeld = requested.every((scope) => Scope.covers(new Set(held), scope));
        expect(outcome).to.equal(isHeld ? 'granted' : 'insufficient_scope');
      }),
    );
  });

  it('rejects an expiry in the past', async () => {
    for (const expiresAt of [NOON, noonPlus(-1)]) {
      const error = await rejectionOf(access.create(access.asOwner, { name: 'late', expiresAt }));
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['expires_at']]);
    }
    expect((await access.create(access.asOwner, { name: 'in time', expiresAt: noonPlus(0.001) })).key.version).to.equal(
      1,
    );
  });
});
