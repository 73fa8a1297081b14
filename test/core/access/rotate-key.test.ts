import { expect } from 'chai';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Access, openAccess } from './access-under-test.ts';

describe('rotateKey', () => {
  let access: Access;

  beforeEach(async () => {
    access = await openAccess();
  });

  const rotate = ({ id }: { id: ReturnType<typeof ids.next<'key'>> }, overlapSeconds = 3600, actor = access.asOwner) =>
    access.rotate(actor, { id, overlapSeconds });

  it('creates a key with the same name, scopes, account and expiry', async () => {
    const input = { name: 'till', scopes: ['orders:write'], expiresAt: noonPlus(86_400) } as const;
    const old = await access.create(access.asOwner, input);
    access.clock.advance(60);
    const fresh = await rotate(old.key);
    expect(fresh.key).to.deep.include({ ...input, userId: access.owner.id, version: 1, createdAt: noonPlus(60) });
    expect(fresh.key.id).to.not.equal(old.key.id);
    expect(fresh.token).to.not.equal(old.token);
    expect(fresh.key.hash).to.not.equal(old.key.hash);
  });

  it('ends the old key with the overlap and keeps the new one', async () => {
    const old = await access.create(access.asOwner, { name: 'till' });
    const fresh = await rotate(old.key, 60);
    access.clock.advance(59.999);
    for (const { token } of [old, fresh]) expect((await access.verify(token)).kind).to.equal('accepted');
    access.clock.advance(0.001);
    expect(await access.verify(old.token)).to.deep.equal({ kind: 'refused', reason: 'expired' });
    expect((await access.verify(fresh.token)).kind).to.equal('accepted');
    expect((await access.unitOfWork.run((tx) => tx.apiKeys.get(old.key.id))).version).to.equal(2);
  });

  it('ends the old key at once without an overlap', async () => {
    const old = await access.create(access.asOwner, { name: 'till' });
    await rotate(old.key, 0);
    expect(await access.verify(old.token)).to.deep.equal({ kind: 'refused', reason: 'expired' });
  });

  it('never extends the old key', async () => {
    const old = await access.create(access.asOwner, { name: 'till', expiresAt: noonPlus(60) });
    await rotate(old.key, 3600);
    access.clock.advance(60);
    expect(await access.verify(old.token)).to.deep.equal({ kind: 'refused', reason: 'expired' });
  });

  it('rejects callers that lack the key’s scopes and leaves the key unchanged', async () => {
    const old = await access.create(access.asOwner, { name: 'till', scopes: ['orders:write', 'users:read'] });
    const error = await rejectionOf(rotate(old.key, 0, access.actorWith('keys:write', 'orders:write')));
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    expect(error.details).to.include({ required_scope: 'users:read' });
    expect(await access.unitOfWork.run((tx) => tx.apiKeys.get(old.key.id))).to.deep.equal(old.key);
  });

  it('rejects a revoked or expired key', async () => {
    const revoked = await access.create(access.asOwner, { name: 'revoked' });
    await access.revoke(access.asOwner, { id: revoked.key.id, expected: undefined });
    const expired = await access.create(access.asOwner, { name: 'expired', expiresAt: noonPlus(60) });
    access.clock.advance(60);
    for (const { key } of [revoked, expired]) {
      const error = await rejectionOf(rotate(key));
      expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
      expect(error.details).to.include({ current_state: key.name });
    }
  });

  it('rejects an unknown key', async () => {
    expect(await rejectionOf(rotate({ id: ids.next('key') }))).to.include({ kind: 'not_found', code: 'not_found' });
  });
});
